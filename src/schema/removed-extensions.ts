/** Extensions that the proxy threw out although the API keeps their messages: what the release notes say. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ['LightstepConfig', '1.24'],
  ['DynamicOtConfig', '1.32'],
]);

/** The release that no longer has the extension of a message. @param table the message of its configuration */
export function removedIn(table: string): string | undefined {
  return REMOVED.get(table);
}
