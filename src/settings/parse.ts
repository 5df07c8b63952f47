/** Reads `.cfgtool.yaml`. Whatever it does not know is an error with its place, so that a typo never goes unnoticed. */
import { nearest } from '../model/near-miss.ts';
import { isOwnId, type RuleRow } from '../model/own-rules.ts';
import { isNewerThanModelled, NEWEST_RELEASE, type Release, releaseNamed } from '../schema/release.ts';
import { InputError, inputErrorAt } from '../source/errors.ts';
import { isGlob, parseGlob } from '../source/glob.ts';
import { lineIndex } from '../source/lines.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
} from '../source/tree.ts';
import { readYaml } from '../source/yaml.ts';
import {
  CHANGE_SETTINGS,
  type ChangeSetting,
  FAIL_ON,
  NO_SETTINGS,
  RULE_SETTINGS,
  type Settings,
} from './settings.ts';

/** The ids that settings may name. */
interface KnownIds {
  readonly rules: readonly string[];
  /** Those of changes, with what each may be set to where that is not everything. */
  readonly changes: readonly { readonly id: string; readonly settings?: readonly ChangeSetting[] }[];
}

/**
 * The settings in a text.
 *
 * @param file what errors call it
 * @throws InputError at the first thing that is not known
 */
export function parseSettings(file: string, text: string, known: KnownIds): Settings {
  const trees = readYaml(file, text);
  const [tree, second] = trees;
  if (tree === undefined || kindOf(tree, ROOT) === NodeKind.Empty) return { ...NO_SETTINGS, file };
  if (second !== undefined)
    throw new InputError({ file, problem: 'it holds several documents', hint: 'settings are one document' });
  const read = reader(file, tree);
  const made: { -readonly [K in keyof Settings]: Settings[K] } = { ...NO_SETTINGS, file };
  let rules: NodeId | undefined;
  const changes = new Map(known.changes.map(({ id, settings = CHANGE_SETTINGS }) => [id, settings]));
  const levelsOf = (id: string): readonly ChangeSetting[] => changes.get(id) ?? CHANGE_SETTINGS;
  read.eachKey(ROOT, NAMES, (name, value) => {
    if (name === 'namespace') made.namespace = namespaceOf(read, value);
    else if (name === 'api') made.api = read.choice(value, VERSION);
    else if (name === 'release') made.release = releaseOf(read, value);
    else if (name === 'descriptors') made.descriptors = read.texts(value);
    else if (name === 'fail_on') made.failOn = read.choice(value, FAIL_ON);
    else if (name === 'rules') rules = value;
    else if (name === 'own_rules') made.own = ownRulesOf(file, tree, read, value);
    else if (name === 'ignore') made.ignore = read.texts(value);
    else if (name === 'tests') made.tests = read.textsByName(value);
    else if (name === 'properties') made.properties = read.texts(value);
    else {
      const diff = { ...made.diff };
      read.eachKey(value, ['ignore', 'rules'], (inner, node) => {
        if (inner === 'ignore') diff.ignore = read.texts(node);
        else diff.rules = read.levels(node, levelsOf, [...changes.keys()]);
      });
      made.diff = diff;
    }
  });
  // Rows may stand below the levels that name them. What a module calls its rules shows when it runs.
  const mayBeOf = made.own.modules.length > 0 ? isOwnId : undefined;
  const ids = [...known.rules, ...made.own.rows.map(({ id }) => id)];
  if (rules !== undefined) made.rules = read.levels(rules, () => RULE_SETTINGS, ids, mayBeOf);
  return made;
}

const NAMES = [
  'namespace',
  'api',
  'release',
  'descriptors',
  'fail_on',
  'rules',
  'own_rules',
  'ignore',
  'tests',
  'properties',
  'diff',
];
const VERSION = ['v2', 'v3'] as const;

function namespaceOf(read: Reader, value: NodeId): string {
  const namespace = read.text(value);
  if (!/^[A-Za-z]\w*$/.test(namespace))
    throw read.error(value, `namespace takes one word, not "${namespace}"`);
  return namespace;
}

const ROW = ['id', 'level', 'message', 'condition', 'words'];
const LEVELS = ['error', 'warning', 'info'] as const;

/** Rows, and names of modules. */
function ownRulesOf(file: string, tree: SourceTree, read: Reader, value: NodeId): Settings['own'] {
  const rows: RuleRow[] = [];
  const modules: string[] = [];
  for (const entry of read.entries(value)) {
    if (kindOf(tree, entry) !== NodeKind.Map) modules.push(read.text(entry));
    else rows.push(rowOf(file, tree, read, entry));
  }
  return { ...NO_SETTINGS.own, rows, modules };
}

function rowOf(file: string, tree: SourceTree, read: Reader, entry: NodeId): RuleRow {
  const found: { [name: string]: NodeId } = {};
  read.eachKey(entry, ROW, (name, value) => {
    found[name] = value;
  });
  const part = (name: string): NodeId => {
    const value = found[name];
    if (value === undefined)
      throw read.error(
        entry,
        `this rule has no "${name}"`,
        'it takes id, message, condition, words, and level',
      );
    return value;
  };
  const id = read.text(part('id'));
  if (!isOwnId(id))
    throw read.error(
      part('id'),
      `the id of an own rule is "own/" and a name, not "${id}"`,
      'such as own/route-timeout: small letters, digits and hyphens',
    );
  const { level } = found;
  return {
    id,
    level: level === undefined ? 'warning' : read.choice(level, LEVELS),
    message: read.text(part('message')),
    condition: plainValue(tree, part('condition')),
    words: read.text(part('words')),
    file,
    position: lineIndex(tree.text).position(startOf(tree, entry)),
  };
}

function releaseOf(read: Reader, value: NodeId): Release {
  const text = read.text(value);
  const release = releaseNamed(text);
  if (release === undefined)
    throw read.error(
      value,
      `release takes a release such as 1.36, not "${text}"`,
      'in quotes, since 1.40 is a number',
    );
  if (!isNewerThanModelled(release)) return release;
  throw read.error(
    value,
    `release ${text} is newer than what cfgtool knows`,
    `the newest it knows is ${NEWEST_RELEASE}`,
  );
}

interface Reader {
  error(node: NodeId, problem: string, hint?: string): InputError;
  text(node: NodeId): string;
  texts(node: NodeId): readonly string[];
  /** The entries of a list, or what stands in place of one. */
  entries(node: NodeId): readonly NodeId[];
  textsByName(node: NodeId): ReadonlyMap<string, readonly string[]>;
  choice<T extends string>(node: NodeId, choices: readonly T[]): T;
  eachKey(node: NodeId, names: readonly string[], visit: (name: string, value: NodeId) => void): void;
  levels<T extends string>(
    node: NodeId,
    levelsOf: (id: string) => readonly T[],
    ids: readonly string[],
    isOther?: (id: string) => boolean,
  ): ReadonlyMap<string, T>;
}

function reader(file: string, tree: SourceTree): Reader {
  const error: Reader['error'] = (node, problem, hint) =>
    inputErrorAt(file, tree.text, startOf(tree, node), problem, hint);
  const map = (node: NodeId, what: string): NodeId => {
    const target = resolve(tree, node);
    if (kindOf(tree, target) !== NodeKind.Map) throw error(node, `${what} takes names with values`);
    return target;
  };
  const text: Reader['text'] = (node) => {
    const target = resolve(tree, node);
    const kind = kindOf(tree, target);
    if (kind === NodeKind.Map || kind === NodeKind.List || isNull(tree, target))
      throw error(node, 'a text is expected here');
    return scalarText(tree, target);
  };
  const entries: Reader['entries'] = (node) => {
    const target = resolve(tree, node);
    if (isNull(tree, target)) return [];
    if (kindOf(tree, target) !== NodeKind.List) return [target];
    return [...items(tree, target)].map((item) => resolve(tree, item));
  };
  const texts: Reader['texts'] = (node) => entries(node).map(text);
  const named = (
    key: NodeId,
    names: readonly string[],
    what: string,
    isOther: (id: string) => boolean = () => false,
  ): string => {
    const name = scalarText(tree, key);
    if (names.includes(name) || isOther(name)) return name;
    throw error(key, `there is no ${what} "${name}"`, hintFor(name, names));
  };
  const choice: Reader['choice'] = (node, choices) => {
    const given = text(node);
    const found = choices.find((each) => each === given);
    if (found === undefined)
      throw error(node, `"${given}" is none of the choices`, `take one of ${choices.join(', ')}`);
    return found;
  };
  return {
    error,
    text,
    choice,
    entries,
    texts,
    textsByName(node) {
      if (isNull(tree, resolve(tree, node))) return new Map();
      return new Map(
        [...keys(tree, map(node, 'tests'))].map((key) => [scalarText(tree, key), texts(key + 1)]),
      );
    },
    eachKey(node, names, visit) {
      if (isNull(tree, resolve(tree, node))) return;
      for (const key of keys(tree, map(node, 'this'))) visit(named(key, names, 'setting'), key + 1);
    },
    levels(node, levelsOf, ids, isOther) {
      const made = new Map<string, ReturnType<typeof levelsOf>[number]>();
      if (isNull(tree, resolve(tree, node))) return made;
      for (const key of keys(tree, map(node, 'rules'))) {
        const id = named(key, ids, 'rule', isOther);
        if (levelsOf(id).length === 0)
          throw error(
            key,
            `settings set no level of ${id}`,
            `cfgtool explain ${id} says what there is instead`,
          );
        made.set(id, choice(key + 1, levelsOf(id)));
      }
      return made;
    },
  };
}

/** What may be meant by a name that is none of those that are known. */
function hintFor(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  if (near !== undefined) return `did you mean ${near}?`;
  if (isOwnId(name)) return 'no row under own_rules in these settings has this id, and they name no modules';
  return names.length > 12 ? 'cfgtool explain lists them' : `it is one of ${names.join(', ')}`;
}

// Which files the globs of the settings mean.

/**
 * Whether one of the globs means a file: a pattern without a slash means a name at any depth, one with a slash is
 * relative to the folder of the settings; a folder means everything below it.
 *
 * @param path relative to that folder, with `/` between names
 */
export function isIgnored(path: string, globs: readonly string[]): boolean {
  if (globs.length === 0) return false;
  // Every folder of the path may be what is meant.
  const parts: Part[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
    parts.push(partOf(path.slice(0, end)));
  parts.push(partOf(path));
  return globs.some((glob) => {
    const means = meaningOf(glob);
    return parts.some(means);
  });
}

/** A file or a folder above it. */
interface Part {
  readonly path: string;
  readonly name: string;
}

function partOf(path: string): Part {
  return { path, name: path.slice(path.lastIndexOf('/') + 1) };
}

type Meaning = (part: Part) => boolean;

/** Each file of a run is asked about the same globs. */
const meanings = new Map<string, Meaning>();
const MOST = 200_000;

function meaningOf(glob: string): Meaning {
  const known = meanings.get(glob);
  if (known !== undefined) return known;
  if (meanings.size >= MOST) meanings.clear();
  const made = readGlob(glob.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, ''));
  meanings.set(glob, made);
  return made;
}

function readGlob(pattern: string): Meaning {
  if (pattern === '') return () => false;
  const subject = pattern.includes('/') ? ({ path }: Part) => path : ({ name }: Part) => name;
  if (!isGlob(pattern)) return (part) => subject(part) === pattern;
  const glob = parseGlob(pattern);
  if (glob === undefined) return () => false;
  if (glob.base === '.') return (part) => glob.matches(subject(part));
  const base = `${glob.base}/`;
  return (part) => subject(part).startsWith(base) && glob.matches(subject(part).slice(base.length));
}
