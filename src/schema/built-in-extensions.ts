/**
 * Extensions of which the API says something else than the proxy's own programs: what the release notes say was thrown
 * out, and what the lists show that programs print when they start (releases 1.36 to 1.40; `test/proxy/extensions.test.ts`
 * asks one). What only some builds leave out (contrib, `KillRequest`, resolvers of one platform) is not among them.
 */
interface BuiltIn {
  /** The first release that has it, where its message came before. */
  readonly since?: string;
  /** The first release that no longer has it, although the API keeps its message. */
  readonly removed?: string;
  /** No program has it: its message is for others that speak the API. */
  readonly never?: true;
}

/** By the message of its configuration. */
export const BUILT_IN: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
  ['gzip.Gzip', { removed: '1.19' }],
  ['LightstepConfig', { removed: '1.24' }],
  ['DynamicOtConfig', { removed: '1.32' }],
  ['ProtoApiScrubberConfig', { since: '1.37' }],
  ['WrrLocality', { since: '1.37' }],
  ['PickFirst', { never: true }],
  ['RandomSubsetting', { never: true }],
  ['S2AConfiguration', { never: true }],
]);

/** Which releases have an extension, where its message does not tell. @param table the message of its configuration */
export function builtIn(table: string): BuiltIn {
  return BUILT_IN.get(table) ?? {};
}
