/** Whether there is a terminal to explore in, and what it looks like. */
import { shellWord } from '../../source/shell-word.ts';
import { type ThemeName, themeFor } from '../../tui/theme.ts';
import { UsageError } from '../usage-error.ts';

interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: { readonly isTTY?: boolean };
  readonly env: { readonly TERM?: string | undefined };
}

/**
 * @param inputs as they were given
 * @throws UsageError where there is no terminal, with the commands that say the same without one
 */
export function checkTerminal(inputs: readonly string[], { stdin, stdout, env }: Streams): void {
  if (inputs.includes('-'))
    throw new UsageError(
      'explore cannot read the configuration from standard input, which it needs for the keys',
      'write it to a file first, or use analyze, trace, diff or migrate, which take -',
    );
  const why =
    stdin.isTTY !== true
      ? 'standard input is none'
      : stdout.isTTY !== true
        ? 'standard output is none'
        : env.TERM === 'dumb'
          ? 'TERM is "dumb"'
          : undefined;
  if (why === undefined) return;
  const [first = '', second] = inputs.map(shellWord);
  const instead =
    second === undefined
      ? [`cfgtool analyze ${first}`, `cfgtool trace ${first} URL`, `cfgtool migrate ${first}`]
      : [
          `cfgtool diff ${first} ${second}`,
          `cfgtool analyze ${second}`,
          `cfgtool trace ${second} URL`,
          `cfgtool migrate ${second}`,
        ];
  const others = second === undefined ? ', and cfgtool diff A B with two inputs' : '';
  throw new UsageError(
    `explore needs a terminal, and ${why}`,
    `without one there are ${instead.join(', ')}${others}`,
  );
}

/** @param background what terminals tell as `COLORFGBG`: `15;0`, the last number being the background's */
export function themeOfTerminal(hasColours: boolean, background: string | undefined): ThemeName {
  const last = /(?:^|;)(\d+)$/.exec(background ?? '')?.[1];
  if (last === undefined) return themeFor(hasColours, undefined);
  return themeFor(hasColours, Number(last) < 7 || Number(last) === 8 ? 'dark' : 'light');
}

// Loads the terminal UI with the libraries that draw it. They look at the environment while they are loaded.

/**
 * What must not be seen meanwhile: in CI ink draws nothing, which is no question where a terminal is there; DEV asks
 * for a debugger; and React is three times faster where it knows that nobody debugs it.
 */
const SET_ASIDE = ['CI', 'CONTINUOUS_INTEGRATION', 'DEV', 'NODE_ENV'] as const;

export async function inkAndViews(): Promise<typeof import('../../tui/edge/run.tsx')> {
  const before = SET_ASIDE.map((name) => [name, process.env[name]] as const);
  for (const name of SET_ASIDE) delete process.env[name];
  process.env.NODE_ENV = 'production';
  try {
    return await import('../../tui/edge/run.tsx');
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
