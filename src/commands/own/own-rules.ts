/**
 * The modules of own rules that a run asks for, in a thread of their own. They are code: only `--own-rules` on the
 * command line runs them, and only those that the settings of the working folder name, or of `--config`. What lies
 * beside an input never runs.
 */
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FoundElsewhere } from '../../analyze/run.ts';
import type { Configuration } from '../../model/index.ts';
import { isOwnId } from '../../model/own-rules.ts';
import { BrokeDown, Cancelled, heardBy, WorkerClient } from '../../rpc/client.ts';
import type { Settings } from '../../settings/index.ts';
import { InputError } from '../../source/errors.ts';
import { readingFailed } from '../../source/file-problem.ts';
import type { SourceFile } from '../../source/load.ts';
import { withoutSecrets } from '../../source/secret-looks.ts';
import { type NamedRule, namedRow, noRule } from '../analyze-options.ts';
import { descriptorsInUse, type NamedFile } from '../descriptors.ts';
import { settingsFinder } from '../find-settings.ts';
import { processIo } from '../io.ts';
import { type ReadOptions, toldBy } from '../many/each-input.ts';
import { notRun, type OwnQuestion, type OwnReply, type OwnStart } from './found.ts';

/** Of one question, modules loaded included. */
const MAX_MS = 20_000;
const MAX_MEGABYTES = 1024;
const MODULE = /\.(?:m?js|m?ts)$/;
const NO_MODULE = /\.d\.m?ts$|[.-](?:test|spec)\.m?[jt]s$/;

export interface OwnRulesOptions {
  readonly flags: ReadOptions;
  readonly note: (text: string) => void;
}

/** The rules that settings add: rows, and those of modules where `own` runs them. */
export async function listedRules(
  flags: ReadOptions & { readonly 'own-rules'?: boolean },
  note: (text: string) => void,
): Promise<readonly NamedRule[]> {
  const { own, file = '' } = await settingsFinder(flags.config).for(undefined);
  const rows = own.rows.map(namedRow);
  if (!flags['own-rules']) {
    if (own.modules.length > 0) note(notRun(own.modules, file));
    return rows;
  }
  const running = new OwnRules({ flags, note });
  try {
    return [...rows, ...(await running.rules())];
  } finally {
    await running.close();
  }
}

export class OwnRules {
  private readonly given: OwnRulesOptions;
  private readonly trusted: Promise<Settings>;
  private started: Promise<WorkerClient<OwnStart, OwnQuestion>> | undefined;
  private named: Promise<readonly NamedRule[]> | undefined;

  constructor(given: OwnRulesOptions) {
    this.given = given;
    this.trusted = settingsFinder(given.flags.config).for(undefined);
    // Whoever asks first hears of it.
    this.trusted.catch(() => {});
  }

  /** The rules that run. @throws InputError where a module cannot be loaded, or the settings name a rule that none has */
  rules(): Promise<readonly NamedRule[]> {
    this.named ??= this.checkedRules();
    return this.named;
  }

  private async checkedRules(): Promise<readonly NamedRule[]> {
    const { own, rules: levels, file = '' } = await this.trusted;
    const { rules } = await this.ask([], file);
    const ids = [...own.rows, ...rules].map(({ id }) => id);
    for (const id of levels.keys())
      if (isOwnId(id) && !ids.includes(id)) throw new InputError({ file, ...noRule(id, ids) });
    return rules;
  }

  /**
   * What the rules find in configurations that belong together.
   *
   * @throws InputError where a rule fails, or takes too long
   */
  async found(
    configurations: readonly Configuration<SourceFile>[],
    settings: Settings,
  ): Promise<readonly FoundElsewhere[]> {
    const told = { type: this.given.flags.type, ...toldBy(this.given.flags, settings) };
    const question: OwnQuestion = configurations.map(({ file: { name, text, found } }) => ({
      name,
      text,
      found,
      ...told,
    }));
    return (await this.ask(question, question[0]?.name ?? '')).found;
  }

  async close(): Promise<void> {
    const started = await this.started?.catch(() => undefined);
    await started?.close();
  }

  /** @param about a file that a problem is told of @throws InputError where a module or rule fails, or is silent for too long */
  private async ask(question: OwnQuestion, about: string) {
    this.started ??= this.start();
    const client = await this.started;
    const failed = (problem: string, file = about) => new InputError({ file, problem });
    const slow = setTimeout(() => client.restart(), MAX_MS);
    try {
      const reply = await client.ask<OwnReply>(question);
      if ('found' in reply) return reply;
      // The next input has a thread of its own.
      client.restart();
      throw failed(withoutSecrets(reply.problem), reply.file === '' ? about : reply.file);
    } catch (error) {
      if (error instanceof Cancelled) throw failed(`own rules took more than ${MAX_MS / 1000} seconds`);
      if (!(error instanceof BrokeDown)) throw error;
      throw failed(
        error.message === ''
          ? 'an own rule ended its thread: a rule only reports'
          : `the thread of own rules broke down: ${error.message}`,
      );
    } finally {
      clearTimeout(slow);
    }
  }

  private async start(): Promise<WorkerClient<OwnStart, OwnQuestion>> {
    const { own, file } = await this.trusted;
    if (file === undefined || own.modules.length === 0)
      throw new InputError({
        file: file ?? '.cfgtool.yaml',
        problem: 'it names no modules of own rules for --own-rules to run',
        hint: 'own_rules: [rules/] in the settings of the working folder, or in those of --config',
      });
    const modules = await modulesOf(dirname(resolve(file)), own.modules);
    const start: OwnStart = { modules, descriptors: descriptorsInUse() };
    return new WorkerClient(
      (hearing) => heardBy(this.startWorker(), hearing),
      () => [start],
    );
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./own-worker.js', import.meta.url), {
      // What modules print is no result.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (bytes: Uint8Array) => {
        for (const line of String(bytes).trimEnd().split('\n')) this.given.note(`own rules: ${line}`);
      });
    return worker;
  }
}

/** The modules that settings name: files, and those directly in folders. */
async function modulesOf(folder: string, named: readonly string[]): Promise<readonly NamedFile[]> {
  const found: NamedFile[] = [];
  for (const name of named) {
    const path = resolve(folder, name);
    try {
      const { kind } = await processIo.status(path);
      if (kind !== 'directory') {
        found.push({ path, shown: name });
        continue;
      }
      const inside = (await processIo.readDirectory(path)).map((entry) => entry.name);
      for (const each of inside.filter((file) => MODULE.test(file) && !NO_MODULE.test(file)).sort())
        found.push({ path: join(path, each), shown: join(name, each) });
    } catch (error) {
      throw readingFailed(name, error);
    }
  }
  for (const { path, shown } of found)
    if (/\.m?ts$/.test(path) && !('typescript' in process.features && process.features.typescript))
      throw new InputError({
        file: shown,
        problem: `this is TypeScript, which node ${process.version} does not run`,
        hint: 'node 22.18 and later do; or write it as .mjs',
      });
  return found;
}
