/** What a run writes to a terminal beside its result: how far it has come, and inputs that cannot be read. */
import { type Paint, safeLine, safeText } from '../present/text.ts';
import { grouped } from '../source/counted.ts';
import type { InputErrorDetails } from '../source/errors.ts';
import { withoutSecrets } from '../source/secret-looks.ts';

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Milliseconds since the first input. */
  readonly elapsed: number;
  /** The input in work. */
  readonly name: string;
}

const BAR = 24;
/** Before that many milliseconds nobody can say how long the rest will take. */
const GUESS_AFTER = 500;

/** `[=====>      ] 120 of 3,000  about 2 min left  configs/a.yaml`, narrower than the terminal is wide. */
export function progressLine({ done, total, elapsed, name }: Progress, width: number): string {
  const count = `${grouped(done)} of ${grouped(total)}`;
  const left = timeLeft(done, total, elapsed);
  const parts = [`${bar(done / total)} ${count}`, ...(left === undefined ? [] : [`${left} left`])];
  const head = fitted(parts, count, width - 1);
  const room = width - 1 - head.length - 2;
  return room < 8 ? head : `${head}  ${cutFront(safeLine(name), room)}`;
}

/** As much of the head as there is room for: the count says most. */
function fitted(parts: readonly string[], count: string, room: number): string {
  const whole = parts.join('  ');
  if (whole.length <= room) return whole;
  return (parts[0] ?? '').length <= room ? (parts[0] ?? '') : count.slice(0, Math.max(0, room));
}

function bar(share: number): string {
  const filled = Math.min(BAR, Math.floor(share * BAR));
  return `[${'='.repeat(filled)}${filled < BAR ? '>' : ''}${' '.repeat(Math.max(0, BAR - filled - 1))}]`;
}

function timeLeft(done: number, total: number, elapsed: number): string | undefined {
  if (done === 0 || elapsed < GUESS_AFTER) return undefined;
  const seconds = ((elapsed / done) * (total - done)) / 1000;
  if (seconds < 1) return 'under 1 s';
  if (seconds < 90) return `about ${Math.round(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${(seconds / 3600).toFixed(1)} h`;
}

/** The end of a name says more than its front; wide characters count twice. */
function cutFront(name: string, room: number): string {
  const characters = [...name];
  const columns = characters.map(columnsOf);
  let total = columns.reduce((sum, each) => sum + each, 0);
  if (total <= room) return name;
  let from = 0;
  // One column is the mark's.
  for (; total > room - 1; from++) total -= columns[from] ?? 0;
  return `…${characters.slice(from).join('')}`;
}

/** East Asian characters and pictures may take two columns; taking them all for wide never overruns the line. */
function columnsOf(character: string): number {
  return (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
}

/** A text in one line, without what is secret by its looks: problems quote what they are about. */
function shown(text: string): string {
  return safeLine(withoutSecrets(text));
}

/** `file:line:col: problem`, the excerpt and `hint: …`, each on lines of its own, with a line break at the end. */
export function renderInputError(
  { file, problem, hint, position, excerpt }: InputErrorDetails,
  paint: Paint,
): string {
  const place = position ? `${shown(file)}:${position.line}:${position.column}` : shown(file);
  const lines = [`${paint.bold(`${place}:`)} ${paint.red(shown(problem))}`];
  if (excerpt !== undefined)
    lines.push(
      ...safeText(excerpt)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  if (hint !== undefined) lines.push(`${paint.cyan('hint:')} ${shown(hint)}`);
  return `${lines.join('\n')}\n`;
}
