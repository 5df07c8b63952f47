/** A text that is only scrolled through: pages of help, explanations. */
import type { Command } from './command.ts';
import { moved, placed } from './list.ts';

/** The first row that is shown, after a command; undefined where the command is none that scrolls. */
export function scrolledText(
  top: number,
  command: Command,
  count: number,
  height: number,
): number | undefined {
  // The first row moves as a cursor does among all rows that may be the first one.
  const firsts = Math.max(1, count - height + 1);
  if (command.do === 'scroll') return placed({ at: top + command.lines, top: 0 }, firsts, height).at;
  if (command.do !== 'move') return undefined;
  return moved({ at: top, top: 0 }, command.motion, firsts, height).at;
}
