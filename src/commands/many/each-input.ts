/** One pass over many inputs: each is read, worked and let go before the next one, and its result handed on at once. */
import { dirname } from 'node:path';

import type { Configuration } from '../../model/index.ts';
import { openConfiguration, openedLike } from '../../model/open.ts';
import { failedInput, type Part, type Shard, unreadInput } from '../../results/run.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import { NO_SETTINGS, type Settings } from '../../settings/index.ts';
import type { Candidate } from '../../source/candidate.ts';
import { InputError } from '../../source/errors.ts';
import { listInputs } from '../../source/inputs.ts';
import { readJson } from '../../source/json.ts';
import { shownInput } from '../../source/live.ts';
import { isLeftOut, parseCandidate, readCandidate, type SourceFile } from '../../source/load.ts';
import { plainValue, ROOT } from '../../source/tree.ts';
import { isAnswered } from '../exit.ts';
import { FileFailure } from '../file-failure.ts';
import { type SettingsFinder, settingsFinder } from '../find-settings.ts';
import type { Followed } from '../following/follow.ts';
import { processIo } from '../io.ts';
import { afterParsing } from '../memory.ts';
import { checkReadOptions } from '../read-options.ts';
import type { Entries } from './cache.ts';
import type { FilePosition } from './groups.ts';
import { isInShard } from './parts.ts';
import type { FileOutcome, Pool } from './pool/pool.ts';
import type { Sharing } from './sharing.ts';

export interface ReadOptions {
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
  readonly api?: ApiVersion | undefined;
  readonly release?: Release | undefined;
  /** The settings file, instead of the nearest one. */
  readonly config?: string | undefined;
  /** A file that is no configuration is skipped with a note, also where it is named. */
  readonly mayBeOther?: boolean;
  /** It is compared with another one, which is held at the same time. */
  readonly isOneOfTwo?: boolean;
  /** The files that a configuration names for discovery are read with it. */
  readonly follow?: boolean | undefined;
  /** Where these lie. */
  readonly root?: string | undefined;
  /** A folder directly below an input is one node of a fleet: its files are in one share. */
  readonly 'by-node'?: boolean | undefined;
  /** Named files are taken like those that a search found: what the settings ignore, or what is no configuration, is left out. */
  readonly 'skip-others'?: boolean | undefined;
}

/** How many inputs came to what. */
export interface ReadCount {
  readonly opened: number;
  /** Reported on standard error already; those on which cfgtool itself failed are not among them. */
  readonly unread: number;
  /** Inputs on which cfgtool met a mistake of its own: reported, and the run went on. */
  readonly failed: number;
  readonly skipped: number;
  /** Inputs that an interrupted run did not come to. */
  readonly left: number;
  /** Inputs of this shard. */
  readonly total: number;
}

/** Who runs the pass: where remarks go, and how long an input is waited for. */
export interface PassHost {
  note(text: string): void;
  report(error: InputError): void;
  /** A mistake of cfgtool's own, met in one input. Takes secrets out of its words. */
  failed(failure: FileFailure): Promise<void>;
  /** A configuration was opened. */
  opened(configuration: Configuration): void;
  /** What the reading of an input comes to; nothing where the run was interrupted meanwhile. */
  waited<T>(reading: Promise<T>): Promise<T | undefined>;
  /** So many inputs are done of so many, and this one comes next. */
  at(done: number, total: number, name: string): void;
  /** Threads that work these inputs ahead; nothing where they are too few to be worth it. */
  pool?<T, O>(tasks: ReadonlyMap<number, T>): Promise<Pool<O> | undefined>;
}

export interface Pass<R> {
  readonly inputs: readonly string[];
  readonly options: ReadOptions;
  readonly shard?: Shard | undefined;
  /** How results travel between threads; absent where all inputs are worked in this one. */
  readonly entries?: Entries<R> | undefined;
  /** Where files with the same content share one result. */
  readonly sharing?: Sharing<R> | undefined;
  /** The result of one file. @param others files that it names for discovery, where these are followed */
  work(
    configuration: Configuration<SourceFile>,
    settings: Settings,
    others: readonly Configuration<SourceFile>[],
    position: FilePosition,
  ): Promise<R> | R;
  /**
   * Takes what became of an input; `settings` are those that count for it. Without it there is one result for all
   * inputs, and a mistake of cfgtool's own ends the run.
   */
  done?(part: Part<R>, settings: Settings): Promise<void> | void;
}

/** @throws InputError where the inputs hold no configuration at all */
export async function eachPart<R>(pass: Pass<R>, host: PassHost): Promise<ReadCount> {
  const { inputs, options, shard, sharing } = pass;
  const finder = settingsFinder(options.config);
  const listed = (await listInputs(inputs, processIo))
    .map((item, order) => ({ item: options['skip-others'] ? asFound(item) : item, order }))
    .filter(({ item }) => shard === undefined || isInShard(shardKey(item, options), shard));
  await settingsAhead(
    listed.map(({ item }) => item),
    finder,
  );
  checkReadOptions(options);
  let [opened, unread, failed, skipped, at] = [0, 0, 0, 0, 0];
  const pool =
    pass.entries === undefined
      ? undefined
      : await host.pool?.<Candidate, FileOutcome>(await tasksOf(listed, finder));
  try {
    for (; at < listed.length; at++) {
      const { item, order } = listed[at] as (typeof listed)[number];
      host.at(at, listed.length, nameOf(item));
      if (!(item instanceof InputError) && (await isLeftOut(item, finder.ignores))) continue;
      const settings =
        item instanceof InputError
          ? NO_SETTINGS
          : await finder.for(item.kind === 'file' ? item.path : undefined);
      const outcome =
        item instanceof InputError
          ? item
          : await orFailure(pass, () => outcomeAt({ at, order, item }, settings, pass, host, pool));
      if (outcome === undefined) break;
      let part: Part<R>;
      if (outcome instanceof FileFailure) {
        await host.failed(outcome);
        failed++;
        part = { order, kind: 'unread', unread: failedInput(outcome.file, outcome.what) };
      } else if (outcome instanceof InputError) {
        host.report(outcome);
        unread++;
        part = { order, kind: 'unread', unread: unreadInput(outcome.details) };
      } else if ('reason' in outcome) {
        host.note(`skipped ${outcome.shown}`);
        skipped++;
        part = { order, kind: 'skipped', skipped: { file: nameOf(item), reason: outcome.reason } };
      } else {
        opened++;
        part = { order, kind: 'done', result: outcome.result };
        for (const error of outcome.errors ?? []) {
          host.report(error);
          unread++;
          await pass.done?.({ order, kind: 'unread', unread: unreadInput(error.details) }, settings);
        }
      }
      await pass.done?.(part, settings);
    }
  } finally {
    await pool?.close(at === listed.length);
  }
  const left = listed.length - at;
  const mayBeNone = options.mayBeOther === true || options['skip-others'] === true;
  const isWhole = left === 0 && shard === undefined && !mayBeNone;
  if (opened + unread + failed === 0 && isWhole) throw noneOf(inputs, skipped);
  await sharing?.end();
  return { opened, unread, failed, skipped, left, total: listed.length };
}

/**
 * Reads the settings of all inputs before the first one is opened: messages of the user's own that some of them name hold
 * for the whole run, so that the order of the inputs means nothing.
 */
export async function settingsAhead(
  items: readonly (Candidate | InputError)[],
  finder: SettingsFinder,
): Promise<void> {
  const folders = new Map<string, string>();
  for (const item of items)
    if (!(item instanceof InputError) && item.kind === 'file' && item.path !== undefined)
      folders.set(dirname(item.path), item.path);
  for (const path of folders.values()) await finder.for(path);
}

/** Files that a worker can read as well: what can be read once only is for the run itself. */
async function tasksOf(
  listed: readonly { readonly item: Candidate | InputError }[],
  finder: ReturnType<typeof settingsFinder>,
): Promise<ReadonlyMap<number, Candidate>> {
  const tasks = new Map<number, Candidate>();
  for (const [at, { item }] of listed.entries()) {
    if (item instanceof InputError || (item.kind !== 'file' && item.kind !== 'blob')) continue;
    if (!(await isLeftOut(item, finder.ignores))) tasks.set(at, item);
  }
  return tasks;
}

/** What a worker made of an input, or what comes of working it here. */
async function outcomeAt<R>(
  { at, order, item }: { readonly at: number; readonly order: number; readonly item: Candidate },
  settings: Settings,
  pass: Pass<R>,
  host: PassHost,
  pool: Pool<FileOutcome> | undefined,
): Promise<Worked<R> | InputError | NoConfiguration | undefined> {
  const work = () => resultOf(item, settings, pass, host, order);
  if (pool === undefined || pass.entries === undefined) return await work();
  const answered = await withName(item.name, () =>
    host.waited(pool.answer(at).then((answer) => ({ answer }))),
  );
  if (answered === undefined) return undefined;
  const { answer } = answered;
  if (answer === undefined) return await work();
  for (const note of answer.notes) host.note(note);
  const { outcome } = answer;
  if (outcome.kind === 'unread') return new InputError(outcome.details);
  if (outcome.kind === 'skipped') return { reason: outcome.reason, shown: outcome.shown };
  return { result: resultFromText(outcome.text, pass.entries) };
}

/** A result that came from another thread. */
export function resultFromText<R>(text: string, { shape }: Pick<Entries<R>, 'shape'>): R {
  const [tree] = readJson('a result', text);
  if (tree === undefined) throw new Error('a thread answered with nothing');
  return shape(plainValue(tree, ROOT), '');
}

/** What a mistake of cfgtool's own came to where the other inputs can do without this one. */
async function orFailure<R, T>({ done }: Pass<R>, work: () => Promise<T>): Promise<T | FileFailure> {
  try {
    return await work();
  } catch (error) {
    if (done === undefined || !(error instanceof FileFailure)) throw error;
    return error;
  }
}

function shardKey(item: Candidate | InputError, options: ReadOptions): string {
  const key = keyOf(item);
  const slash = options['by-node'] && !(item instanceof InputError) ? (item.below ?? '').indexOf('/') : -1;
  return slash === -1 ? key : key.slice(0, slash);
}

/** The node of a fleet that a file belongs to. */
function nodeOf({ name, below = '' }: Candidate): string {
  const slash = below.indexOf('/');
  return slash === -1 ? name : name.slice(0, name.length - below.length + slash);
}

/** What tells an input apart wherever it lies: its path below what was searched. */
function keyOf(item: Candidate | InputError): string {
  if (item instanceof InputError) return item.details.file;
  return (item.below ?? item.name).replace(/^(?:\.\/+)+/, '');
}

function asFound(item: Candidate | InputError): Candidate | InputError {
  return item instanceof InputError ? item : { ...item, found: 'searched' };
}

function nameOf(item: Candidate | InputError): string {
  return item instanceof InputError ? item.details.file : item.name;
}

interface NoConfiguration {
  readonly reason: string;
  /** The same with the name and place. */
  readonly shown: string;
}

interface Worked<R> {
  readonly result: R;
  /** Of files that it names for discovery. */
  readonly errors?: readonly InputError[];
}

/** Nothing where the run was interrupted. */
export async function resultOf<R>(
  candidate: Candidate,
  settings: Settings,
  { options, sharing, work }: Pass<R>,
  host: PassHost,
  order = 0,
): Promise<Worked<R> | InputError | NoConfiguration | undefined> {
  const bytes = await host.waited(readCandidate(candidate, processIo));
  if (bytes === undefined || bytes instanceof InputError) return bytes;
  const key = sharing?.keyOf(candidate, bytes, settings);
  const known = key === undefined ? undefined : await sharing?.find(key, candidate.name);
  if (known !== undefined) {
    for (const remark of known.notes) host.note(`${candidate.name}: ${remark}`);
    return { result: known.result };
  }
  const told = toldBy(options, settings);
  const configuration = openCandidate(candidate, bytes, { ...options, ...told });
  if (configuration instanceof InputError || 'reason' in configuration) return configuration;
  host.opened(configuration);
  for (const remark of configuration.notes) host.note(`${candidate.name}: ${remark}`);
  const { others, errors } = options.follow
    ? await followed(configuration, { ...options, ...told }, host)
    : NOTHING_ELSE;
  const position = { order, node: nodeOf(candidate) };
  const result = await withName(candidate.name, () => work(configuration, settings, others, position));
  if (key !== undefined) await sharing?.keep(key, { result, notes: configuration.notes });
  return { result, errors };
}

/** How a file is read: by flags, else by the settings. */
export function toldBy(
  { namespace, api, release }: ReadOptions,
  settings: Settings,
): Pick<ReadOptions, 'namespace' | 'api' | 'release'> {
  return {
    namespace: namespace ?? settings.namespace,
    api: api ?? settings.api,
    release: release ?? settings.release,
  };
}

const NOTHING_ELSE: Followed = { others: [], errors: [] };

/** The files that a configuration names for discovery, opened. */
export async function followed(
  configuration: Configuration<SourceFile>,
  options: ReadOptions,
  host: Pick<PassHost, 'note' | 'opened'>,
): Promise<Followed> {
  const { follow } = await import('../following/follow.ts');
  const { type: _, mayBeOther: __, ...own } = options;
  const found = await follow(configuration, processIo, {
    root: options.root,
    async open(candidate) {
      const bytes = await readCandidate(candidate, processIo);
      if (bytes instanceof InputError) return bytes;
      const opened = openCandidate(candidate, bytes, own);
      return 'reason' in opened ? new InputError({ file: candidate.name, problem: opened.reason }) : opened;
    },
  });
  for (const each of found.others) {
    host.opened(each);
    for (const remark of each.notes) host.note(`${each.file.name}: ${remark}`);
  }
  return found;
}

/**
 * Opens bytes that were read: a configuration, why it cannot be read, or why a file that was only found is none.
 *
 * @param like opened with the same options: what says the same is not bound until somebody looks into it
 */
export function openCandidate(
  candidate: Candidate,
  bytes: Uint8Array,
  options: ReadOptions,
  like?: Configuration,
): Configuration<SourceFile> | InputError | NoConfiguration {
  const file = parsed(candidate, bytes);
  if (file instanceof InputError) return file;
  afterParsing(file.text.length, options);
  try {
    if (file.trees.length === 0) throw new InputError({ file: file.name, problem: 'it holds no document' });
    const reading = {
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
      ...(options.api === undefined ? {} : { api: options.api }),
      ...(options.release === undefined ? {} : { release: options.release }),
    };
    return (like && openedLike(file, like, reading)) ?? openConfiguration(file, reading);
  } catch (error) {
    if (!(error instanceof InputError)) throw new FileFailure(file.name, error);
    if (file.found === 'named' && options.mayBeOther !== true) return error;
    return { reason: error.details.problem, shown: error.message };
  }
}

function parsed(candidate: Candidate, bytes: Uint8Array): SourceFile | InputError {
  try {
    return parseCandidate(candidate, bytes);
  } catch (error) {
    throw isAnswered(error) ? error : new FileFailure(candidate.name, error);
  }
}

/** A bug is easier to report when it says which file it met. */
export async function withName<T>(name: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAnswered(error) || error instanceof FileFailure) throw error;
    throw new FileFailure(name, error);
  }
}

/** Nothing among the inputs is a configuration. */
export function noneOf(inputs: readonly string[], skipped: number): InputError {
  const problem =
    skipped === 1
      ? 'the one file found there is no configuration'
      : `none of the ${skipped} files found there is a configuration`;
  return new InputError({
    file: inputs.map(shownInput).join(' '),
    problem,
    hint: 'the notes above say what each of them is; --type MESSAGE forces a reading',
  });
}
