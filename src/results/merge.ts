/** Reports of the parts of a run, joined into the report of the whole. */
import { InputError } from '../source/errors.ts';
import type { ReadReport } from './read-report.ts';
import { factsOf, type Part, type RunFacts } from './run.ts';

/** Reports of one command as one; `facts` speak of the whole. */
export interface Merged<R> {
  readonly parts: readonly Part<R>[];
  readonly facts: RunFacts;
  /** Of the cfgtool that wrote the reports. */
  readonly version: string;
}

/**
 * Joins reports: shares of one run in the order of its inputs, other reports one after the other.
 *
 * @param reports of one command, at least one
 * @throws InputError where they do not belong together
 */
export function mergeReports<R>(
  reports: readonly (Omit<ReadReport, 'parts'> & { readonly parts: readonly Part<R>[] })[],
): Merged<R> {
  const [first] = reports;
  if (first === undefined) throw new RangeError('there is no report');
  const missing = missingShards(reports);
  const sharded = first.shard !== undefined;
  const parts = reports.flatMap((report) => report.parts);
  // Shares know the positions of their inputs; sorting keeps what is equal in its order.
  const all = sharded ? [...parts].sort((left, right) => left.order - right.order) : parts;
  const numbered = sharded ? all : all.map((part, order) => ({ ...part, order }));
  const left = reports.reduce((total, report) => total + (report.left ?? 0), 0);
  const facts = factsOf(
    numbered,
    {
      command: first.command,
      found: reports.some(({ found }) => found),
      ...(first.check === undefined ? {} : { check: first.check }),
      ...(missing.length === 0 ? {} : { missing }),
    },
    left,
  );
  return { parts: numbered, facts, version: first.version };
}

/** @throws InputError where a report is of another command than the first */
export function checkOneCommand(reports: readonly ReadReport[]): void {
  const [first] = reports;
  const other = reports.find(({ command }) => command !== first?.command);
  if (other === undefined) return;
  const problem = `it is a report of ${other.command}, ${first?.name} one of ${first?.command}`;
  throw new InputError({ file: other.name, problem, hint: 'join reports of one command' });
}

/** The shares that are not there. @throws InputError where the reports are not shares of one run */
function missingShards(reports: readonly Omit<ReadReport, 'parts'>[]): readonly number[] {
  const [first] = reports;
  const seen = new Map<number, string>();
  for (const { name, shard, check } of reports) {
    const wrong = (problem: string, hint: string) => new InputError({ file: name, problem, hint });
    if (check !== first?.check)
      throw wrong(
        `only one of it and ${first?.name} was made with --check`,
        'run all parts with the same flags',
      );
    if (shard?.count !== first?.shard?.count)
      throw wrong(
        `it is ${shareText(shard)}, ${first?.name} is ${shareText(first?.shard)}`,
        'join the shares of one run',
      );
    if (shard === undefined) continue;
    const other = seen.get(shard.index);
    if (other !== undefined) throw wrong(`it is ${shareText(shard)}, as ${other} is`, 'name each share once');
    seen.set(shard.index, name);
  }
  const count = first?.shard?.count ?? 0;
  return Array.from({ length: count }, (_, at) => at + 1).filter((index) => !seen.has(index));
}

function shareText(shard: ReadReport['shard']): string {
  return shard === undefined ? 'no share' : `share ${shard.index} of ${shard.count}`;
}
