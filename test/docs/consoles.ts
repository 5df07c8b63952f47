/** The console blocks of a page: commands behind `$ ` with what they print. */
import { spawnSync } from 'node:child_process';
import { BIN, plainEnvironment } from '../commands/run.ts';

interface Entry {
  readonly command: string;
  /** What stands below it, without the last line break. A line `…` stands for any lines. */
  readonly shown: string;
}

interface ConsoleBlock {
  readonly entries: readonly Entry[];
  /** Where the lines between the fences begin and end in the text of the page. */
  readonly start: number;
  readonly end: number;
}

/** @param kind what stands behind the fence: `console`, or `console live` where a proxy has to run */
export function consoleBlocks(page: string, kind = 'console'): readonly ConsoleBlock[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => {
    const body = match[1] ?? '';
    const start = match.index + `\`\`\`${kind}\n`.length;
    const entries = body
      .split(/^\$ /m)
      .slice(1)
      .map((part): Entry => {
        const [command = '', ...lines] = part.trimEnd().split('\n');
        return { command, shown: lines.join('\n') };
      });
    return { entries, start, end: start + body.length };
  });
}

/** Marks where the output of a command begins. */
const MARK = '\u001e';

/**
 * What the commands of a block print, one after the other in one shell, on standard output and standard error as a
 * terminal shows them.
 *
 * @param folder where they run
 * @param bin a folder with a program `cfgtool`
 */
export function printed({ entries }: ConsoleBlock, folder: string, bin: string): readonly string[] {
  const script = entries
    .map(({ command }) => `code=$?; printf '${MARK}'; (exit $code)\n${command}`)
    .join('\n');
  const { stdout } = spawnSync('bash', ['--norc', '-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: plainEnvironment({ PATH: `${bin}:${process.env.PATH}`, GIT_CONFIG_GLOBAL: '/dev/null' }),
  });
  return stdout
    .split(MARK)
    .slice(1)
    .map((text) => text.trimEnd().replaceAll(/[ \t]+$/gm, ''));
}

/** A program that runs the built command line. */
export const PROGRAM = `#!/bin/sh\nexec '${process.execPath}' '${BIN}' "$@"\n`;

/** Whether what is printed is what the page shows. */
export function fits(shown: string, text: string): boolean {
  const wanted = shown === '' ? [] : shown.split('\n');
  const lines = text === '' ? [] : text.split('\n');
  return fitsFrom(wanted, lines);
}

function fitsFrom(wanted: readonly string[], lines: readonly string[]): boolean {
  const gap = wanted.indexOf('…');
  const head = gap === -1 ? wanted : wanted.slice(0, gap);
  if (head.some((line, index) => line !== lines[index])) return false;
  if (gap === -1) return head.length === lines.length;
  const rest = wanted.slice(gap + 1);
  for (let at = head.length; at <= lines.length; at++) if (fitsFrom(rest, lines.slice(at))) return true;
  return false;
}
