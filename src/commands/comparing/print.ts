/** Where the report of a comparison goes, and in which colours. */

import { spawn } from 'node:child_process';
import type { DiffReport } from '../../present/difference.ts';
import { ansiPaint, noPaint, type Paint } from '../../present/text.ts';
import { diffReport } from '../../report/diff/formats.ts';
import { standardOutput } from '../start/output.ts';
import type { DiffFlags } from './flags.ts';

export interface PrintHost {
  /** The colours of standard output. */
  readonly paint: Paint;
  /** Writes the text to the file of `--output`, or to standard output. */
  deliver(text: string): Promise<void>;
}

/** The colours of what is printed; git has them, too, where it has begun its pager. */
export function paintFor(flags: DiffFlags, isDriver: boolean, host: PrintHost): Paint {
  const inGitsPager = isDriver && process.env.GIT_PAGER_IN_USE === '1' && (process.env.NO_COLOR ?? '') === '';
  return flags.output !== undefined ? noPaint : inGitsPager ? ansiPaint : host.paint;
}

/** @param isDriver whether git called, which has a pager of its own and shows several files one after the other */
export async function printReport(
  report: DiffReport,
  flags: DiffFlags,
  isDriver: boolean,
  host: PrintHost,
): Promise<void> {
  const toFile = flags.output !== undefined;
  const paint = paintFor(flags, isDriver, host);
  const sideBySide = flags['side-by-side'] ? standardOutput.stream.columns || 160 : undefined;
  const body = await diffReport(report, flags.format, {
    paint,
    columns: (!toFile && standardOutput.isTerminal && standardOutput.stream.columns) || undefined,
    ...(sideBySide === undefined ? {} : { sideBySide }),
  });
  const isText = flags.format === 'text';
  const names = report.pairs.map(({ name }) => name).join(', ');
  const text = isDriver && isText ? `${paint.bold(`cfgtool diff ${names}`)}\n${body}` : body;
  const pager = isText && !toFile && !isDriver && flags.pager ? pagerFor(text) : undefined;
  if (pager === undefined || !(await page(pager, text))) await host.deliver(text);
}

// Long text on a terminal goes through `$PAGER`, as git does it.

/** The pager to use; undefined where the text is better written as it is. */
function pagerFor(text: string): string | undefined {
  const { GIT_PAGER, PAGER } = process.env;
  const pager = (GIT_PAGER ?? PAGER ?? 'less').trim();
  if (!standardOutput.isTerminal || pager === '' || pager === 'cat') return undefined;
  const rows = process.stdout.rows ?? 24;
  return text.split('\n').length > rows ? pager : undefined;
}

/** Shows a text in the user's own pager. @returns whether it could be started */
export function page(pager: string, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Colours pass, and a short text leaves at once; whoever set LESS knows better.
    const env = { ...process.env, LESS: process.env.LESS ?? 'FRX' };
    const child = spawn(pager, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== 127));
    // Whoever leaves the pager early has seen enough.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
