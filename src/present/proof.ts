/** What the reports of `cfgtool prove` are made from: each property with its verdict in words. */
import type { Because } from '../prove/because.ts';
import { conditionText } from '../prove/describe.ts';
import type { Property } from '../prove/property.ts';
import type { Verdict } from '../prove/prove.ts';
import { answerText, requestText } from '../results/requests.ts';
import type { Redact } from '../results/secrets/redact.ts';
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
  return verdict.kind === 'proved' || allowed.has(verdict.kind);
}

/** What the verdict says, in one sentence. */
export function sentenceOf({ property, verdict }: ProvedProperty): string {
  switch (verdict.kind) {
    case 'proved':
      return `every request that ${conditionText(property.when)} ${conditionText(property.must)}`;
    case 'refuted': {
      const { request, observed } = verdict.by;
      return `${requestText(request)} ${answerText(observed.branch.outcome)}; the property says that it ${conditionText(property.must)}`;
    }
    case 'vacuous':
      return `no request ${conditionText(property.when)}, so that nothing is proved: correct its when`;
    case 'undecided':
      return `it stays open: ${verdict.reason}`;
  }
}

/** What lets the request through, and what would close the way, each in a line with its place. */
export function becauseTexts({ because }: ProvedProperty): readonly string[] {
  return because.map(({ message, place: { file, range }, change }) => {
    const closing = change === undefined ? '' : `; to close it: ${change}`;
    return `${message}${closing} (${file}:${range.start.line})`;
  });
}

const ORDER: readonly Verdict['kind'][] = ['proved', 'refuted', 'undecided', 'vacuous'];

/** Such as `3 properties: 2 proved, 1 refuted`. */
export function summaryText({ proved }: ProveReport): string {
  const counts = ORDER.flatMap((kind) => {
    const count = proved.filter(({ verdict }) => verdict.kind === kind).length;
    return count === 0 ? [] : `${count} ${kind}`;
  });
  // Of the built-in ones none may have anything to say.
  if (proved.length === 0) return 'no property speaks of this configuration';
  return `${proved.length === 1 ? '1 property' : `${proved.length} properties`}: ${counts.join(', ')}`;
}

export function coveredText({ covered }: Verdict): string {
  const { listeners, chains, routes } = covered;
  return `${counted(listeners, 'listener')}, ${counted(chains, 'filter chain')}, ${counted(routes, 'route')}`;
}
