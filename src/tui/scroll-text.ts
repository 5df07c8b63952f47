/** A text that is only scrolled through: pages of help, explanations. */
import type { Command } from './command.ts';

/** The first row that is shown, after a command; undefined where the command is none that scrolls. */
export function scrolledText(
  top: number,
  command: Command,
  count: number,
  height: number,
): number | undefined {
  const last = Math.max(0, count - height);
  const to = (row: number): number => Math.max(0, Math.min(last, row));
  if (command.do === 'scroll') return to(top + command.lines);
  if (command.do !== 'move') return undefined;
  switch (command.motion) {
    case 'up':
      return to(top - 1);
    case 'down':
      return to(top + 1);
    case 'half-up':
      return to(top - (height >> 1));
    case 'half-down':
      return to(top + (height >> 1));
    case 'page-up':
      return to(top - height + 1);
    case 'page-down':
      return to(top + height - 1);
    case 'start':
      return 0;
    case 'end':
      return last;
  }
}
