import { Args } from '@oclif/core';
import { diffReportOf } from '../present/difference.ts';
import { safeLine } from '../present/text.ts';
import { pairObject } from '../report/diff/json.ts';
import { groupedByNode } from '../results/by-node.ts';
import { type ComparedPair, pairCounts } from '../results/comparison.ts';
import type { Shard } from '../results/run.ts';
import { counted } from '../source/counted.ts';
import { withXdsFlags } from '../source/live.ts';
import { NO_BASELINE } from './baseline-file.ts';
import { loadAccepted, writeAccepted } from './comparing/accepted-file.ts';
import { pairOfDifftool, pairOfDriver, shownByGit, unmergedPath } from './comparing/called-by-git.ts';
import { type DiffFlags, diffFlags } from './comparing/flags.ts';
import { nothingFound, pairsOfArguments, type WantedPair } from './comparing/pairs.ts';
import { type PrintHost, paintFor, printReport } from './comparing/print.ts';
import { DiffRun } from './comparing/run.ts';
import {
  comparedEntries,
  outcomeAhead,
  pairTasks,
  type SentOutcome,
  servePairs,
} from './comparing/threads.ts';
import type { Outcome } from './exit.ts';
import { ManyCommand } from './many/many-command.ts';
import { isInShard, Parts, shardOf } from './many/parts.ts';
import { checkReadOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

/** A run that has been through its pairs. */
interface Ended {
  readonly run: DiffRun;
  readonly parts: Parts<ComparedPair>;
  readonly flags: DiffFlags;
  /** Whether git called it as its driver. */
  readonly isDriver: boolean;
  readonly shard: Shard | undefined;
  /** How many pairs it did not come to. */
  readonly left: number;
}

export default class Diff extends ManyCommand {
  static override readonly summary = 'Say what a change means, and which requests are handled differently.';
  static override readonly description =
    'A and B are files, directories (compared file by file), REV:PATH as git writes it, or addresses of running proxies. What differs in form only makes no difference. The exit code is 1 where something differs.\n' +
    'With --git it compares every configuration that git says changed: cfgtool diff --git BASE [HEAD] [-- PATHS].\n' +
    'It works as an external diff driver of git too (docs/diff.md).';
  static override readonly examples = [
    '<%= config.bin %> diff old.yaml new.yaml',
    '<%= config.bin %> diff HEAD~1:front.yaml front.yaml --format markdown',
    '<%= config.bin %> diff --git main -- configs/',
    '<%= config.bin %> diff old/ new/ --fail-on breaking',
    '<%= config.bin %> diff front.yaml http://127.0.0.1:9901',
  ];
  static override readonly strict = false;
  static override readonly args = {
    a: Args.string({ description: 'The configuration before the change.', ignoreStdin: true }),
    b: Args.string({ description: 'The configuration after the change.', ignoreStdin: true }),
  };
  static override readonly flags = diffFlags;

  override async run(): Promise<Outcome> {
    const { raw, flags } = await this.parse(Diff);
    // The parser's own list of arguments puts equal ones side by side.
    const args = raw.flatMap((token) => (token.type === 'arg' ? withXdsFlags(token.input, flags) : []));
    const driver = flags.git ? undefined : pairOfDriver(args);
    const unmerged = flags.git ? undefined : unmergedPath(args, process.env);
    if (unmerged !== undefined) {
      await this.deliver(`* Unmerged path ${safeLine(unmerged)}\n`, flags.output);
      return this.ended({ found: false, unread: false }, 0);
    }
    const isDriver = driver !== undefined;
    const given = driver ?? (flags.git ? undefined : pairOfDifftool(args, process.env));
    const shard = shardOf(flags.shard);
    const worker = this.asWorker();
    if (worker !== undefined) return await this.serve(flags, worker);
    this.jobs = flags.jobs;
    const all = given !== undefined ? [given] : await pairsOfArguments(args, this.argv, flags);
    const wanted = all
      .map((pair, order) => ({ pair, order }))
      .filter(({ pair }) => shard === undefined || isInShard(pair.name, shard));
    const parts = new Parts<ComparedPair>({
      head: { version: this.config.version, command: 'diff', shard },
      lines: flags.format === 'ndjson',
      terminal: this.terminal,
      note: (text) => this.note(text),
      output: flags.output,
      objectOf: pairObject,
      countsOf: pairCounts,
    });
    return await parts.orAbandon(async () => {
      const store = this.storeOf(flags, comparedEntries, isDecided);
      const isShared = wanted.length > 1 || flags.cache;
      const accepted = await loadAccepted(flags.accepted, flags.accept);
      const [host, program] = [this.passHost(), this.programWords()];
      const run = new DiffRun({ flags, host, store, isShared, accepted, program });
      const left = await this.withProgress(() => this.eachPair(wanted, run, flags, parts));
      if (left === 0) await store.end();
      // Of what changed between two revisions nothing may be a configuration; of what is named something has to be.
      const isNamed = given === undefined && !flags.git && shard === undefined;
      if (left === 0) this.checkNames(run, isNamed);
      const found = await this.printed({ run, parts, flags, isDriver, shard, left });
      // Git takes any other exit code of a driver for its failure.
      if (isDriver) return this.ended({ found: false, unread: false }, left);
      const isNothing = isNamed && parts.files === 0 && run.others.length === 0;
      return this.ended({ found, unread: run.unread > 0 || isNothing, mistaken: run.failed > 0 }, left);
    });
  }

  /** Prints what the pairs came to. Returns whether it is something that the exit code tells. */
  private async printed({ run, parts, flags, isDriver, shard, left }: Ended): Promise<boolean> {
    if (flags.format === 'patch' && parts.files > 1)
      throw new UsageError('a patch describes one pair of files', 'name one pair, or use --format json');
    const print: PrintHost = {
      paint: this.terminal.resultPaint,
      deliver: (text) => this.deliver(text, flags.output),
    };
    for (const other of run.others)
      await print.deliver(await shownByGit(other, paintFor(flags, isDriver, print)));
    if (parts.files === 0 && run.others.length > 0) return true;
    const lines = flags.format === 'ndjson';
    const isNothingRead = parts.files === 0 && run.unread + run.failed > 0;
    if (isNothingRead && !lines && shard === undefined && !this.isInterrupted) return false;
    const found = run.found && !flags.accept;
    const facts = parts.facts({ command: 'diff', found, ...(shard && { shard }) }, left);
    if (lines) await parts.end(facts, { equal: run.equal });
    else {
      const { files, texts, redact } = run;
      const shown = flags.format === 'html' && !flags['by-node'] ? { texts } : {};
      const nothing = nothingFound(this.argv, flags);
      const each = diffReportOf(parts.kept, facts, this.config.version);
      const made = flags['by-node'] ? { ...each, pairs: groupedByNode(each.pairs) } : each;
      const report = {
        ...made,
        files,
        redact,
        by: flags.by,
        ...shown,
        ...(nothing === undefined ? {} : { nothing }),
      };
      await printReport(report, flags, isDriver, print);
    }
    await this.settleAccepted(run, flags, left > 0);
    return found;
  }

  /** Works through the pairs. Returns how many the run did not come to. */
  private async eachPair(
    wanted: readonly { readonly pair: WantedPair; readonly order: number }[],
    run: DiffRun,
    flags: DiffFlags,
    parts: Parts<ComparedPair>,
  ): Promise<number> {
    const host = this.passHost();
    await run.settingsAhead(wanted.map(({ pair }) => pair));
    checkReadOptions(flags);
    const tasks = pairTasks(
      wanted.map(({ pair }) => pair),
      flags,
    );
    const pool = await host.pool?.<WantedPair, SentOutcome>(tasks);
    let isOver = false;
    try {
      for (const [at, { pair, order }] of wanted.entries()) {
        host.at(at, wanted.length, pair.name);
        const made = await run.parts(pair, order, () => outcomeAhead(pool, at, host));
        if (made === undefined) return wanted.length - at;
        for (const part of made) await parts.take(part);
      }
      isOver = true;
      return 0;
    } finally {
      await pool?.close(isOver);
    }
  }

  /**
   * Says which names of properties are nowhere. What changed between two revisions may be none of what a property is
   * about, so that it is no error there.
   *
   * @throws InputError where the user named what is compared
   */
  private checkNames(run: DiffRun, isNamed: boolean): void {
    const [first, ...others] = run.unknownNames();
    if (first === undefined) return;
    if (isNamed) throw first;
    const more = others.length === 0 ? '' : `; the same is true of ${counted(others.length, 'more name')}`;
    this.note(`${first.message}${more}`);
  }

  /** As a worker of a run: compares the pairs that it is given. */
  private async serve(
    flags: DiffFlags,
    { host, port }: NonNullable<ReturnType<Diff['asWorker']>>,
  ): Promise<never> {
    const store = this.storeOf(flags, comparedEntries, isDecided);
    const program = this.programWords();
    const run = new DiffRun({ flags, host, store, isShared: true, accepted: NO_BASELINE, program });
    return await servePairs(run, host, port, () => store.end());
  }

  /** Writes what is accepted, or names what was and is no longer there. */
  private async settleAccepted(run: DiffRun, flags: DiffFlags, isPartial: boolean): Promise<void> {
    for (const { rule, file, message } of run.gone())
      this.note(`accepted, but no longer there: ${rule} in ${file}: ${message}`);
    if (!flags.accept) return;
    if (isPartial || run.unread + run.failed > 0) {
      this.note('nothing was accepted, since not everything was compared');
      return;
    }
    const entries = run.accepting();
    const file = await writeAccepted(flags.accepted, entries, this.config.version);
    this.note(`${counted(entries.length, 'accepted difference')} in ${file}`);
  }
}

/** What ran out of time may be decided elsewhere; what the proxy refuses, or what is not compared, may not. */
function isDecided({ behaviour }: ComparedPair): boolean {
  return (
    behaviour === undefined ||
    behaviour.undecided.every(({ refused, beyond }) => refused === true || beyond !== undefined)
  );
}
