/**
 * What we refuse in a release against what the program of that release refuses (`--mode releases`): bootstraps with fields
 * and types that came, went or changed around it, each put where its message may stand.
 */
import { createHash } from 'node:crypto';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { historyOf } from '../../src/schema/at-release.ts';
import { compiledMessage } from '../../src/schema/compiled.ts';
import { fieldsWithOtherDefaults } from '../../src/schema/default-history.ts';
import { compareReleases, NEWEST_RELEASE, type Release } from '../../src/schema/release.ts';
import type { Data } from '../../src/source/data.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { sourceFile } from '../../src/source/load.ts';
import { type Home, homesOf, without } from './homes.ts';
import { allowedValue } from './minimal.ts';
import { bootstrapsHeld } from './mutations.ts';
import { askValidate } from './validate-mode.ts';

/** Releases before this one have no program to ask. */
const OLDEST_ASKED = '1.36';
/** Of a field that came with the first of these, the release before is asked no more. */
const AROUND = '1.35';

interface Sample {
  readonly what: string;
  readonly bootstrap: string;
  /** The same without the field: where the program refuses that, it says nothing of the field. */
  readonly without?: string;
}

interface ReleaseFigures {
  readonly asked: number;
  readonly takenByBoth: number;
  readonly refusedByBoth: number;
  /** Refused for other reasons, or without the field as well: how many, by why. */
  readonly exceptions: ReadonlyMap<string, number>;
  readonly different: readonly string[];
}

/** Why a program refuses what has nothing to do with its release, by what it says. */
const BESIDE: readonly (readonly [why: string, said: RegExp])[] = [
  [
    'an extension that it was built without, or that stands elsewhere',
    /registered (?:\w+ )*(?:factory )?implementation|does not have an object factory|Unable to unpack as/,
  ],
  [
    'a type that the API of its release has, and it does not link',
    /could not find @type '[^']*random_subsetting/,
  ],
  [
    'a file, a module or a region that is not there',
    /Failed to load dynamic module|Invalid path|does not exist|region is not set/,
  ],
  ['a cluster or secret that is not defined', /unknown cluster|client secret configuration/],
  [
    'a demand of an extension beyond its API',
    /at least one of typed_config or disabled|Either '\w+' or '\w+' must|max heap size|must be true if|requires one of|V8|not available in/,
  ],
];

/** @param count how many bootstraps are asked about */
export async function tryReleases(
  program: string,
  release: Release,
  count: number,
  tell: (line: string) => void,
): Promise<ReleaseFigures> {
  const samples = await samplesFor(count);
  const figures = { asked: 0, takenByBoth: 0, refusedByBoth: 0 };
  const exceptions = new Map<string, number>();
  const different: string[] = [];
  const bases = new Map<string, boolean>();
  const isTaken = async (bootstrap: string): Promise<boolean> => {
    const known = bases.get(bootstrap) ?? (await askValidate(program, bootstrap)).refused === undefined;
    bases.set(bootstrap, known);
    return known;
  };
  for (const { what, bootstrap, without: base } of samples) {
    if (figures.asked === count) break;
    const ours = errorsAt(bootstrap, release);
    const { refused } = await askValidate(program, bootstrap);
    const isBoth = (refused === undefined) === (ours.length === 0);
    const beside =
      refused !== undefined && ours.length === 0 ? BESIDE.find(([, said]) => said.test(refused)) : undefined;
    const why =
      beside?.[0] ??
      (!isBoth && ours.length === 0 && base !== undefined && !(await isTaken(base))
        ? 'refused without the field too'
        : undefined);
    if (why !== undefined) {
      exceptions.set(why, (exceptions.get(why) ?? 0) + 1);
      continue;
    }
    figures.asked++;
    if (!isBoth) {
      different.push(
        `${what}: we say ${ours.join(', ') || 'nothing'}, ${release} says ${refused?.slice(0, 200) ?? 'nothing'}`,
      );
      tell(different.at(-1) ?? '');
    } else if (refused === undefined) figures.takenByBoth++;
    else figures.refusedByBoth++;
  }
  return { ...figures, exceptions, different };
}

function errorsAt(bootstrap: string, release: Release): readonly string[] {
  const configuration = openConfiguration(sourceFile('bootstrap.json', bootstrap, 'named'), {
    api: 'v3',
    release,
  });
  const { findings } = analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds });
  return [...new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))];
}

let made: Promise<readonly Sample[]> | undefined;

/** The same for every release, in an order that has nothing to do with names; more than are wanted, since some cannot be asked. */
async function samplesFor(count: number): Promise<readonly Sample[]> {
  made ??= allSamples();
  const all = await made;
  return [...all].sort((one, other) => (hashOf(one.what) < hashOf(other.what) ? -1 : 1)).slice(0, count * 3);
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function allSamples(): Promise<readonly Sample[]> {
  // Homes are looked for with our own eyes: a program would have to be asked about thousands.
  const { found } = await homesOf(
    async (bootstrap: Data) => errorsAt(printJson(bootstrap, ''), NEWEST_RELEASE)[0],
    bootstrapsHeld(),
  );
  return [...found.values()].flatMap((home) => [...samplesOf(home)]);
}

function* samplesOf(home: Home): Generator<Sample> {
  const { type, message, around } = home;
  const { fields: history = {}, since } = historyOf(type);
  const isNew = since !== undefined && compareReleases(since, AROUND) > 0;
  if (isNew) yield { what: type, bootstrap: printJson(around(message), '') };
  const base = printJson(around(message), '');
  const changed = new Set(
    fieldsWithOtherDefaults()
      .filter((name) => name.startsWith(`${type}.`))
      .map((name) => name.slice(type.length + 1)),
  );
  for (const field of compiledMessage(type, 'v3').fields) {
    const { since: came, until, deprecated } = history[field.name] ?? {};
    const isAround = [came, until, deprecated].some(
      (each) => each !== undefined && compareReleases(each, AROUND) > 0,
    );
    if (!isAround && !changed.has(field.name)) continue;
    const value = allowedValue(field, 0);
    if (value === undefined || field.spec.refused) continue;
    yield {
      what: `${type}.${field.name}`,
      bootstrap: printJson(around({ ...without(message, field, type), [field.name]: value }), ''),
      without: base,
    };
  }
  for (const [field, { until }] of Object.entries(history))
    if (until !== undefined && compareReleases(until, OLDEST_ASKED) >= 0 && !(field in message))
      yield {
        what: `${type}.${field}`,
        bootstrap: printJson(around({ ...message, [field]: [] }), ''),
        without: base,
      };
}
