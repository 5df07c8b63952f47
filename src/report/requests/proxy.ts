/** What a real proxy did with a request, for people. */
import { type Entry, labelled, type Paint } from '../../present/text.ts';
import type { AskedProxy } from '../../proxy/asked.ts';
import { type Seen, valuesOf } from '../../proxy/seen.ts';
import { secretlyIf } from '../../source/secret-marks.ts';
import { isCredentialHeader } from '../../source/secret-names.ts';

export function proxyLines(
  { verdict, seen, leftOut }: AskedProxy,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const write = (label: string, entries: readonly Entry[]): readonly string[] =>
    labelled(
      label,
      entries.map((entry) => ({ ...entry, text: show(entry.text) })),
      paint.cyan,
    );
  const differences = verdict.kind === 'different' ? verdict.differences : [];
  const notes =
    verdict.kind === 'open' ? [{ text: `not compared: ${verdict.why}`, paint: paint.yellow }] : [];
  return [
    ...write('real proxy', [
      ...(seen === undefined ? [] : [{ text: seenText(seen) }]),
      ...(verdict.kind === 'same' ? [{ text: 'as the model says', paint: paint.green }] : notes),
    ]),
    ...write(
      'difference',
      differences.map(({ what, model, proxy }) => ({
        text: `${what}: ${shownAs(what, model)} by the model, ${shownAs(what, proxy)} by the proxy`,
        paint: paint.red,
      })),
    ),
    ...write(
      'left out',
      leftOut.map((text) => ({ text, paint: paint.dim })),
    ),
  ];
}

/** A value in quotes, to be hidden where it is that of a header that carries a credential. */
function shownAs(what: string, value: string): string {
  return JSON.stringify(secretlyIf(isCredentialHeader(what.replace(/^.* /, '')), value));
}

/** What was seen, in one line. */
function seenText(seen: Seen): string {
  if (seen.kind === 'closed') return `closed the connection: ${seen.why}`;
  if (seen.kind === 'unsent') return `cannot be asked over HTTP/1.1: ${seen.why}`;
  const { status, headers, logged, received } = seen;
  const [first] = received;
  const [location] = valuesOf(headers, 'location');
  if (location !== undefined) return `answered with ${status}, location ${location}`;
  const details = logged === undefined || first !== undefined ? '' : ` (${logged.details})`;
  if (first === undefined) return `answered with ${status}${details}`;
  const cluster = JSON.stringify(logged?.cluster ?? first.cluster);
  return `sent it to cluster ${cluster}: ${first.method} ${first.path}, host ${valuesOf(first.headers, 'host').join(', ')}`;
}

export function proxyObject({ verdict, seen, leftOut }: AskedProxy): object {
  return {
    verdict: verdict.kind,
    why: verdict.kind === 'open' ? verdict.why : null,
    differences: verdict.kind === 'different' ? verdict.differences : [],
    seen: seen === undefined ? null : seenObject(seen),
    left_out: leftOut,
  };
}

function seenObject(seen: NonNullable<AskedProxy['seen']>): object {
  if (seen.kind !== 'answered') return seen;
  const { kind, status, headers, logged, received } = seen;
  return {
    kind,
    status,
    headers,
    cluster: logged?.cluster ?? null,
    route: logged?.route ? { virtual_host_index: logged.route.virtualHost, index: logged.route.route } : null,
    details: logged?.details ?? null,
    received,
  };
}
