/**
 * Tries for long what the tests try in short (docs/reliability.md): `npm run fuzz` runs every command over mutated
 * configurations, `npm run fuzz -- --mode laws` the laws under test/laws, `npm run fuzz -- --mode slopes` whether time and
 * memory grow no faster than the input, `npm run fuzz -- --mode threads` that `--jobs` changes nothing and kills lose nothing.
 *
 * Ends with 1 at the first failure, and prints the command that finds it again.
 */
import { parseArgs } from 'node:util';
import { FAVOURS } from '../test/fuzz/case.ts';
import { bundledCommands, type FuzzedCommand, fuzzedCommands } from '../test/fuzz/command-line.ts';
import { fuzz } from '../test/fuzz/run.ts';

const MODES = ['inner', 'process', 'laws', 'slopes', 'threads'] as const;
/** Of each mode, where neither runs nor minutes are given; of the laws for each. */
const RUNS = { inner: 100_000, process: 2000, laws: 20_000, threads: 100 } as const;
/** Beside the project stand real configurations, or not. */
const FOLDERS = ['examples', '../shared/corpus', '../shared/corpus-v3'];

class Refusal extends Error {}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new Refusal(`--${name} takes a number from 0 up, not "${text}"`);
  return Number(text);
}

function oneOf<T extends string>(what: string, text: string, known: readonly T[]): T {
  const found = known.find((each) => each === text);
  if (found === undefined) throw new Refusal(`there is no ${what} "${text}"; there are ${known.join(', ')}`);
  return found;
}

async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      mode: { type: 'string' },
      law: { type: 'string', multiple: true },
      shape: { type: 'string', multiple: true },
      format: { type: 'string' },
      command: { type: 'string' },
      only: { type: 'string' },
      seed: { type: 'string' },
      runs: { type: 'string' },
      minutes: { type: 'string' },
      keep: { type: 'string' },
      'go-on': { type: 'boolean' },
    },
  });
  const mode = oneOf(
    'mode',
    values.mode ?? (values.law !== undefined ? 'laws' : values.shape !== undefined ? 'slopes' : 'inner'),
    MODES,
  );
  const seed = numberOf('seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
  const minutes = numberOf('minutes', values.minutes);
  const end = minutes === undefined ? undefined : performance.now() + minutes * 60_000;
  const given = numberOf('runs', values.runs);
  const tell = (line: string): void => console.log(line);
  let isEnded = false;
  process.once('SIGINT', () => {
    isEnded = true;
  });
  if (mode === 'slopes') {
    const [{ shapeIds, trySlopes }, { slopeCommands }] = await Promise.all([
      import('../test/slopes/run.ts'),
      import('../test/slopes/shape.ts'),
    ]);
    const ids = shapeIds();
    return trySlopes({
      wanted: (values.shape ?? []).map((id) => oneOf('shape', id, ids)),
      command: values.command === undefined ? undefined : oneOf('command', values.command, slopeCommands),
      format: oneOf('format', values.format ?? 'text', ['text', 'markdown'] as const),
      stops: () => isEnded,
      tell,
    })
      ? 0
      : 1;
  }
  tell(`seed ${seed}`);
  if (mode === 'laws') {
    const { tryLaws } = await import('../test/fuzz/laws.ts');
    const { laws } = await import('../test/laws/index.ts');
    const ids = laws.map(({ id }) => id);
    const wanted = (values.law ?? ids).map((id) => oneOf('law', id, ids));
    const chosen = laws.filter(({ id }) => wanted.includes(id));
    return tryLaws({ chosen, seed, runs: given ?? RUNS.laws, end, tell }) ? 0 : 1;
  }
  if (mode === 'threads') {
    const { tryThreads } = await import('../test/fuzz/threads/run.ts');
    const stops = (): boolean => isEnded || (end !== undefined && performance.now() > end);
    return (await tryThreads({ folders: FOLDERS, seed, runs: given ?? RUNS.threads, stops, tell })) ? 0 : 1;
  }
  const runs = given ?? (end === undefined ? RUNS[mode] : Number.POSITIVE_INFINITY);
  const command: FuzzedCommand | undefined =
    values.command === undefined
      ? undefined
      : oneOf(
          'command',
          values.command,
          mode === 'process' ? [...fuzzedCommands, ...bundledCommands] : fuzzedCommands,
        );
  const done = await fuzz({
    stops: () => isEnded,
    mode,
    seed,
    runs,
    command,
    favour: values.only === undefined ? undefined : oneOf('kind of run', values.only, FAVOURS),
    end,
    keep: values.keep,
    goOn: values['go-on'],
    folders: FOLDERS,
    tell,
  });
  const codes = [...done.codes].sort().map(([code, count]) => `${count} ended with ${code}`);
  tell(`${done.runs} runs (${codes.join(', ')}), ${done.failures} failed`);
  return done.failures === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof Refusal || (error instanceof TypeError && 'code' in error);
  if (!isUsage) throw error;
  console.error((error as Error).message);
  process.exitCode = 2;
}
