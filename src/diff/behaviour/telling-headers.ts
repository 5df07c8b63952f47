/** Headers without which a request does not tell that a change of headers changed. */
import type { HeaderChanges } from '../../routing/outcome/header-changes.ts';
import type { Outcome } from '../../routing/outcome/outcome.ts';
import { type Request, withHeaders } from '../../routing/request/request.ts';
import { lowerAscii } from '../../traffic/text.ts';

/** What a request says by its nature, or how its connection is led: no value of one's own can stand there. */
const OF_THE_CONNECTION =
  /^(?::.*|host|connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|content-type|x-forwarded-.*)$/;

const VALUE = 'a';

/**
 * The request with the headers that one side alone takes away, or sets in another way where they are there.
 *
 * @returns nothing where the change shows without
 */
export function withTellingHeaders(request: Request, before: Outcome, after: Outcome): Request | undefined {
  const [one, other] = [changesIn(before), changesIn(after)];
  const names = new Set([...namesIn(one), ...namesIn(other)]);
  const more = [...names].filter(
    (name) =>
      !OF_THE_CONNECTION.test(name) &&
      !Object.hasOwn(request.headers, name) &&
      sentOf(one, name, []) === sentOf(other, name, []) &&
      sentOf(one, name, [VALUE]) !== sentOf(other, name, [VALUE]),
  );
  return more.length === 0
    ? undefined
    : withHeaders(request, Object.fromEntries(more.map((name) => [name, VALUE])));
}

function changesIn(outcome: Outcome): readonly HeaderChanges[] {
  if (outcome.kind === 'random') return outcome.branches.flatMap((branch) => changesIn(branch.outcome));
  return [outcome, ...outcome.clusters].flatMap(({ request_headers: changes }) => changes ?? []);
}

function namesIn(changes: readonly HeaderChanges[]): readonly string[] {
  return changes.flatMap(({ add, remove }) => [...add.map(({ key }) => key), ...remove]).map(lowerAscii);
}

/** What is sent of a header, as far as no level takes away what another one adds. */
function sentOf(changes: readonly HeaderChanges[], name: string, come: readonly string[]): string {
  let sent = changes.some(({ remove }) => remove.map(lowerAscii).includes(name)) ? [] : come;
  for (const { key, value, append, when } of changes.flatMap(({ add }) => add)) {
    if (lowerAscii(key) !== name || (when !== undefined && (when === 'present') !== sent.length > 0))
      continue;
    sent = append ? [...sent, value] : [value];
  }
  return JSON.stringify(sent);
}
