/** The listing of every file on which our errors and a real proxy's differ: `test/proxy/validate.tsv`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Asked } from './validate-mode.ts';
import { classOf, isDifferent } from './validated.ts';

const LISTING = 'test/proxy/validate.tsv';
/** What stands in place of a reason until somebody has looked. */
export const UNJUDGED = 'nobody has looked yet';

/** The reason for each file. What no script can tell was judged by hand, once, and stays. */
export function listedDifferences(): ReadonlyMap<string, string> {
  if (!existsSync(LISTING)) return new Map();
  const lines = readFileSync(LISTING, 'utf8').trimEnd().split('\n');
  const reasons = new Map<string, string>();
  const listed = new Map<string, string>();
  for (const line of lines) {
    const [, number, why] = /^# (\d+)\t(.+)$/.exec(line) ?? [];
    if (number !== undefined && why !== undefined) reasons.set(number, why);
    else {
      const [key = '', file = ''] = line.split('\t');
      listed.set(file, reasons.get(key) ?? UNJUDGED);
    }
  }
  return listed;
}

/** The reason for a difference, undefined where there is none. @param listed what was judged before */
export function reasonFor(asked: Asked, listed: ReadonlyMap<string, string>): string | undefined {
  if ('unasked' in asked || !isDifferent(asked)) return undefined;
  return classOf(asked) ?? listed.get(asked.file) ?? UNJUDGED;
}

export function writeListing(all: readonly Asked[]): void {
  const listed = listedDifferences();
  const differing = all.flatMap((each) => {
    const why = reasonFor(each, listed);
    return why === undefined || 'unasked' in each
      ? []
      : [{ why, file: each.file, who: each.theirs === null ? 'we refuse it' : 'the proxy refuses it' }];
  });
  const reasons = [...new Set(differing.map(({ why }) => why))].sort();
  const lines = [
    ...reasons.map((why, at) => `# ${at + 1}\t${why}`),
    ...differing.map(({ why, file, who }) => `${reasons.indexOf(why) + 1}\t${file}\t${who}`).sort(byFile),
  ];
  writeFileSync(LISTING, `${lines.join('\n')}\n`);
}

function byFile(one: string, other: string): number {
  const [first = '', second = ''] = [one, other].map((line) => line.slice(line.indexOf('\t')));
  return first < second ? -1 : 1;
}
