/** How the explorer reads its inputs and writes what was accepted, from the flags of the command. */

import type { Configuration } from '../../model/index.ts';
import { ownTablesInUse } from '../../schema/own.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { NO_SETTINGS, type Settings } from '../../settings/index.ts';
import { decode } from '../../source/decode.ts';
import { InputError } from '../../source/errors.ts';
import { listInputs } from '../../source/inputs.ts';
import { MAX_BYTES } from '../../source/limits.ts';
import { isLive, shownInput } from '../../source/live.ts';
import { readCandidate, type SourceFile } from '../../source/load.ts';
import { shellWord } from '../../source/shell-words.ts';
import { writeOutput } from '../../source/write.ts';
import type { ExploreHost, Loaded, LoadedSide, Polling } from '../../tui/edge/reading.ts';
import type { JobFile } from '../../tui/jobs/input.ts';
import { type ThemeName, themeFor } from '../../tui/theme.ts';
import { processIo, processWriteIo } from '../io.ts';
import { UsageError } from '../usage-error.ts';
import { writeBack } from '../write-back.ts';

export interface ExploreFlags {
  readonly together: boolean;
  readonly follow: boolean;
  readonly 'show-secrets': boolean;
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  readonly api?: ApiVersion | undefined;
  readonly release?: Release | undefined;
}

/** Opens the configurations of one input; what cannot be read is reported. */
export type EachConfiguration = (
  input: string,
  take: (configuration: Configuration<SourceFile>, settings: Settings) => void,
) => Promise<{ readonly opened: number; readonly unread: number }>;

/** Reads the inputs; undefined where nothing of one of them could be read, which was reported. */
export type LoadInputs = () => Promise<Loaded | undefined>;

/** @param inputs the only one, or the older and the newer one */
export function inputLoader(
  inputs: readonly string[],
  flags: ExploreFlags,
  each: EachConfiguration,
): LoadInputs {
  return async () => {
    const [first, second] = [
      await readSide(inputs[0] ?? '', flags, each),
      await readSecond(inputs[1], flags, each),
    ];
    if (first === undefined || (inputs.length > 1 && second === undefined)) return undefined;
    const [side, before] = second === undefined ? [first] : [second, first];
    return {
      side: side.loaded,
      ...(before === undefined ? {} : { before: before.loaded }),
      input: {
        side: side.files,
        ...(before === undefined ? {} : { before: before.files }),
        together: flags.together || flags.follow,
        showSecrets: flags['show-secrets'],
        own: ownTablesInUse(),
        diff: side.settings.diff,
      },
    };
  };
}

interface ReadSide {
  readonly loaded: LoadedSide;
  readonly files: readonly JobFile[];
  readonly settings: Settings;
}

async function readSecond(
  input: string | undefined,
  flags: ExploreFlags,
  each: EachConfiguration,
): Promise<ReadSide | undefined> {
  return input === undefined ? undefined : await readSide(input, flags, each);
}

async function readSide(
  input: string,
  { type, namespace, api, release }: ExploreFlags,
  each: EachConfiguration,
): Promise<ReadSide | undefined> {
  const configurations: Configuration<SourceFile>[] = [];
  const files: JobFile[] = [];
  let first: Settings | undefined;
  const { opened } = await each(input, (configuration, settings) => {
    first ??= settings;
    const { name, text, path } = configuration.file;
    const named = namespace ?? settings.namespace;
    const version = api ?? settings.api;
    const held = release ?? settings.release;
    configurations.push(configuration);
    files.push({
      name,
      text,
      ...(path === undefined ? {} : { path }),
      ...(type === undefined ? {} : { type }),
      ...(named === undefined ? {} : { namespace: named }),
      ...(version === undefined ? {} : { api: version }),
      ...(held === undefined ? {} : { release: held }),
      levels: settings.rules,
      rows: settings.own.rows,
      properties: settings.own.properties,
    });
  });
  if (opened === 0) return undefined;
  return { loaded: { name: shownInput(input), configurations }, files, settings: first ?? NO_SETTINGS };
}

/** Looking at the files again, writing with the checks of `migrate --write`, and saving beside. */
export const fileHost: Omit<ExploreHost, 'load'> = {
  async isCurrent({ side, before }) {
    for (const { file } of [side, before].flatMap((each) => each?.configurations ?? []))
      if (file.path !== undefined && !(await holds(file.path, file))) return false;
    return true;
  },
  async write(files) {
    const problems: string[] = [];
    const report = (error: InputError): void => void problems.push(error.message);
    await writeBack(
      files.map(({ path, before, text, equivalent }) => ({
        ...(path === undefined ? {} : { path }),
        before,
        migration: { changed: text !== before, text, equivalent },
      })),
      report,
      () => {},
    );
    return problems;
  },
  async save(path, text) {
    await writeOutput(path, text, processWriteIo);
  },
  now: () => performance.now(),
};

/** Asks the running proxies among the inputs again; undefined where there is none. */
export function pollingOf(inputs: readonly string[], seconds: number): Polling | undefined {
  if (!inputs.some(isLive)) return undefined;
  return {
    seconds,
    async isCurrent({ side, before }) {
      const sides = before === undefined ? [side] : [before, side];
      for (const [index, input] of inputs.entries()) {
        const [shown] = sides[index]?.configurations ?? [];
        if (isLive(input) && (shown === undefined || !(await answers(input, shown.file)))) return false;
      }
      return true;
    },
  };
}

async function answers(input: string, { name, text }: SourceFile): Promise<boolean> {
  const [candidate] = await listInputs([input], processIo);
  if (candidate === undefined || candidate instanceof InputError) return false;
  try {
    const bytes = await readCandidate(candidate, processIo);
    return !(bytes instanceof InputError) && decode(name, bytes) === text;
  } catch {
    // Why there is no answer is told when it is read.
    return false;
  }
}

async function holds(path: string, { name, text }: SourceFile): Promise<boolean> {
  try {
    return decode(name, await processIo.readFile(path, MAX_BYTES)) === text;
  } catch {
    // What is gone, or no text any more, is told when it is read.
    return false;
  }
}

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
