/** A session in which everything has been worked out: two inputs, findings, differences, edits. */
import { readFileSync } from 'node:fs';
import { exploreComparison } from '../../src/tui/jobs/comparison.ts';
import { exploreEdits } from '../../src/tui/jobs/migration.ts';
import { exploreTrace } from '../../src/tui/jobs/trace.ts';
import { typedRequest } from '../../src/tui/trace/rows.ts';
import type { Session } from '../../src/tui/view.ts';
import { analysed } from './analysed.ts';
import { edited } from './diff/edited.ts';
import { openedInput } from './opened.ts';
import { type Screen, sideOfText } from './screen.tsx';

const older = readFileSync('examples/front-proxy.yaml', 'utf8');
const newer = edited(older).replaceAll('connect_timeout: 1s', 'connect_timeout: 9s');
export const opened = openedInput({ 'b.yaml': newer }, { 'a.yaml': older });
const side = sideOfText('b.yaml', newer, '/etc/b.yaml');
export const SESSION: Session = {
  side,
  before: sideOfText('a.yaml', older, '/etc/a.yaml'),
  ...analysed(side),
  comparison: exploreComparison(opened, () => {}),
  offer: exploreEdits(opened),
};

/** Asks for requests, which are answered at once. */
export function ask(screen: Screen, ...lines: readonly string[]): Screen {
  for (const line of lines) {
    const typed = typedRequest(line);
    if (typeof typed === 'string') throw new Error(typed);
    screen.send({ kind: 'answered', answer: { job: 'trace', answer: exploreTrace(opened, typed) } });
  }
  return screen;
}
