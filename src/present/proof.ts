/** What the reports of `cfgtool prove` are made from: each property with its verdict in words. */
import type { Because } from '../prove/because.ts';
import type { Property } from '../prove/property.ts';
import type { Verdict } from '../prove/prove.ts';
import type { Redact } from '../results/secrets/redact.ts';
import { becauseText } from '../results/verdicts.ts';
import { counted } from '../source/counted.ts';

export interface ProveReport {
  readonly version: string;
  readonly inputs: readonly string[];
  readonly proved: readonly ProvedProperty[];
  readonly redact: Redact;
  /** Verdicts that count as success beside `proved`. */
  readonly allowed: ReadonlySet<Verdict['kind']>;
}

export interface ProvedProperty {
  readonly property: Property;
  readonly verdict: Verdict;
  /** Of a refuted one. */
  readonly because: readonly Because[];
}

export function isSuccess({ allowed }: ProveReport, { verdict }: ProvedProperty): boolean {
  const { kind } = verdict;
  // No request breaks it, whether or not one is meant.
  const isUnbroken = kind === 'undecided' && verdict.isUnbroken === true;
  return kind === 'proved' || allowed.has(kind) || (isUnbroken && allowed.has('vacuous'));
}

/** What lets the request through, each in a line with its place. */
export function becauseTexts({ because }: ProvedProperty): readonly string[] {
  return because.map((each) => `${becauseText(each)} (${each.place.file}:${each.place.range.start.line})`);
}

const ORDER: readonly Verdict['kind'][] = ['proved', 'refuted', 'undecided', 'vacuous'];

/** Such as `3 properties: 2 proved, 1 refuted`. */
export function summaryText({ proved }: ProveReport): string {
  const counts = ORDER.flatMap((kind) => {
    const count = proved.filter(({ verdict }) => verdict.kind === kind).length;
    return count === 0 ? [] : `${count} ${kind}`;
  });
  // Of the built-in ones none may have anything to say.
  if (proved.length === 0) return 'no property speaks of this configuration, so that nothing is decided';
  return `${proved.length === 1 ? '1 property' : `${proved.length} properties`}: ${counts.join(', ')}`;
}

export function coveredText({ covered }: Verdict): string {
  const { listeners, chains, routes } = covered;
  return `${counted(listeners, 'listener')}, ${counted(chains, 'filter chain')}, ${counted(routes, 'route')}`;
}
