/** A run of `diff`, pair by pair: what becomes of each, and what the run as a whole keeps of them. */

import {
  type Baseline,
  type BaselineEntry,
  type Hidden,
  hiddenBy,
} from '../../analyze/suppression/baseline.ts';
import type { BehaviourResult } from '../../diff/behaviour/index.ts';
import { inOneVersion } from '../../diff/one-version.ts';
import { compareSides } from '../../engine/compare.ts';
import type { Configuration } from '../../model/index.ts';
import { type ComparedFile, type FilePair, isEqual } from '../../present/difference.ts';
import type { Property } from '../../prove/property.ts';
import type { GitFiles } from '../../report/text-diff.ts';
import { acceptable, fileOf, withoutAccepted } from '../../results/accepted.ts';
import { type ComparedPair, detachedPair, renamedPair } from '../../results/comparison.ts';
import { failedInput, type Part, unreadInput } from '../../results/run.ts';
import { type Redact, redaction, type Secret, secretsOf, showAll } from '../../results/secrets/redact.ts';
import { findRouting } from '../../routing/where/find.ts';
import { NO_SETTINGS, type Settings } from '../../settings/index.ts';
import type { InputError } from '../../source/errors.ts';
import { listInputs } from '../../source/inputs.ts';
import type { SourceFile } from '../../source/load.ts';
import { milliseconds } from '../clock.ts';
import { FileFailure } from '../file-failure.ts';
import { type SettingsFinder, settingsFinder } from '../find-settings.ts';
import { processIo } from '../io.ts';
import { type PassHost, settingsAhead, withName } from '../many/each-input.ts';
import type { Store } from '../many/sharing.ts';
import { writtenText } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { failsDiff } from './fail-level.ts';
import type { DiffFlags } from './flags.ts';
import { pairKey } from './key.ts';
import type { WantedPair } from './pairs.ts';
import { openSide, type ReadSide, readSide } from './read.ts';

/** What a run needs from the command. */
export interface DiffRunOptions {
  readonly flags: DiffFlags;
  readonly host: PassHost;
  /** Results of this run and of earlier ones. */
  readonly store: Store<ComparedPair>;
  /** Whether a result may be wanted again: in this run, or in a later one. */
  readonly isShared: boolean;
  /** What was accepted earlier. */
  readonly accepted: Baseline;
  /** What stands for this build of the program in the keys of results. */
  readonly program: readonly unknown[];
}

type Opened = readonly Configuration<SourceFile>[];

/** How long comparing the behaviour of one pair may take. */
const MILLISECONDS = 20_000;

/** What becomes of a pair, before it is looked at what was accepted earlier. */
export type PairOutcome =
  | {
      readonly kind: 'done';
      readonly result: ComparedPair;
      /** Names of properties that neither side has. */
      readonly unknown: readonly InputError[];
      readonly failOn: Settings['failOn'];
    }
  | { readonly kind: 'unread'; readonly errors: readonly InputError[] }
  | { readonly kind: 'skipped'; readonly reason: string }
  /** Git shows it in its own way. */
  | { readonly kind: 'other'; readonly git: GitFiles };

export class DiffRun {
  /** Whether something at or above the fail level differs. */
  found = false;
  /** Whether nothing differs in meaning. */
  equal = true;
  /** Files that could not be read; they were reported. */
  unread = 0;
  /** Pairs on which cfgtool met a mistake of its own; they were reported. */
  failed = 0;
  /** Pairs that git is to show in its own way: they are no configurations. */
  readonly others: GitFiles[] = [];
  /** The files themselves, where the report shows their lines. */
  readonly files = { before: [] as ComparedFile[], after: [] as ComparedFile[] };
  /** The files of each pair beside each other, where a page shows them. */
  readonly texts: (readonly FilePair[])[] = [];
  private readonly options: DiffRunOptions;
  private readonly finder: SettingsFinder;
  private readonly secrets: Secret[] = [];
  private readonly accepted: Hidden;
  /** Of `--accept`: what the pairs so far show. */
  private readonly shown: BaselineEntry[] = [];
  private readonly compared = new Set<string>();
  private hasEmitted = false;
  private properties: Promise<readonly Property[]> | undefined;
  private unknown: readonly InputError[] | undefined;

  constructor(options: DiffRunOptions) {
    this.options = options;
    this.finder = settingsFinder(options.flags.config);
    // What is accepted anew is shown as a whole.
    this.accepted = hiddenBy(options.flags.accept ? { entries: [], isOlder: false } : options.accepted);
  }

  /** Reads the settings of all pairs, as {@link settingsAhead} does. */
  async settingsAhead(pairs: readonly WantedPair[]): Promise<void> {
    const inputs = pairs.flatMap(({ before, after }) => [...before, ...after].map(({ input }) => input));
    await settingsAhead(await listInputs(inputs, processIo), this.finder);
  }

  /**
   * What becomes of one pair; nothing where the run was interrupted while it was read. A mistake of cfgtool's own is
   * reported, so that the other pairs are answered.
   *
   * @param order its position among all pairs
   * @param ahead what another thread made of it; `left` where the run was interrupted meanwhile
   * @throws UsageError where a flag wants something of this pair that it cannot give
   */
  async parts(
    pair: WantedPair,
    order: number,
    ahead: () => Promise<PairOutcome | 'left' | undefined>,
  ): Promise<readonly Part<ComparedPair>[] | undefined> {
    try {
      const outcome = await withName(
        pair.name,
        async () => (await ahead()) ?? (await this.outcome(pair, this.options.host)),
      );
      return outcome === undefined || outcome === 'left' ? undefined : this.take(pair, order, outcome);
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      await this.options.host.failed(error);
      this.failed++;
      const git = this.shownByGit(pair);
      if (git === undefined) return [{ order, kind: 'unread', unread: failedInput(error.file, error.what) }];
      this.others.push(git);
      return [];
    }
  }

  /** How git shows the pair where this command cannot. */
  private shownByGit(pair: WantedPair): GitFiles | undefined {
    return this.options.flags.format === 'text' ? pair.git : undefined;
  }

  /** What becomes of a pair; nothing is kept of it here but its result. */
  async outcome(pair: WantedPair, host: PassHost): Promise<PairOutcome | undefined> {
    const { flags, store, isShared, program } = this.options;
    const before = await host.waited(readSide(pair.before, this.finder, pair.mayBeOther));
    const after = before && (await host.waited(readSide(pair.after, this.finder, pair.mayBeOther)));
    if (before === undefined || after === undefined) return undefined;
    const sides = [before, after] as const;
    const settings = settingsOf(sides);
    const { failOn } = settings;
    const key = isShared ? pairKey(sides, flags, program) : undefined;
    const known = key === undefined ? undefined : await store.get(key);
    if (known !== undefined) {
      for (const line of known.notes) {
        const [side, remark] = JSON.parse(line) as readonly [number, string];
        host.note(`${sides[side]?.files[0]?.candidate.name}: ${remark}`);
      }
      return { kind: 'done', result: renamedPair(known.result, namesOf(pair, sides)), unknown: [], failOn };
    }
    const git = this.shownByGit(pair);
    // What git shows itself needs no remarks.
    const quiet = git === undefined ? host : { ...host, note: () => {} };
    const old = await openSide(before, pair, flags, quiet);
    const now = await openSide(after, pair, flags, quiet, { side: before, opened: old.opened });
    const errors = [...old.errors, ...now.errors];
    const isOther = [old, now].some(({ skipped }) => skipped.length > 0);
    const opened = [...old.opened, ...now.opened];
    if (git !== undefined && (errors.length > 0 || isOther || opened.length === 0))
      return { kind: 'other', git };
    if (errors.length > 0) return { kind: 'unread', errors };
    if (opened.length === 0) {
      const reason = [...old.skipped, ...now.skipped][0] ?? 'the settings leave it out';
      return { kind: 'skipped', reason };
    }
    const configurations = inOneVersion(old.opened, now.opened);
    for (const { file, notes } of configurations.flat())
      for (const remark of notes) quiet.note(`${file.name}: ${remark}`);
    const { result, unknown } = await this.comparison(pair.name, ...configurations, settings);
    // Remarks are made when a file is opened: kept with the side that they are about, whatever its file is called next.
    const notes = configurations.flatMap((side, index) =>
      side.flatMap((each) => each.notes.map((remark) => JSON.stringify([index, remark]))),
    );
    if (key !== undefined) await store.set(key, { result, notes });
    return { kind: 'done', result, unknown, failOn };
  }

  /** Keeps what the run as a whole has to say of a pair. */
  private take(pair: WantedPair, order: number, outcome: PairOutcome): readonly Part<ComparedPair>[] {
    switch (outcome.kind) {
      case 'done':
        return [this.done(pair, order, outcome)];
      case 'unread': {
        const { errors } = outcome;
        for (const error of errors) this.options.host.report(error);
        this.unread += errors.length;
        return errors.map(({ details }) => ({ order, kind: 'unread', unread: unreadInput(details) }));
      }
      case 'skipped':
        return [{ order, kind: 'skipped', skipped: { file: pair.name, reason: outcome.reason } }];
      case 'other':
        this.others.push(outcome.git);
        return [];
    }
  }

  /** Hides the secrets of the files that the report shows as they are. */
  get redact(): Redact {
    return this.options.flags['show-secrets'] ? showAll : redaction(this.secrets).redact;
  }

  private async comparison(
    name: string,
    before: Opened,
    after: Opened,
    settings: Settings,
  ): Promise<Pick<Extract<PairOutcome, { readonly kind: 'done' }>, 'result' | 'unknown'>> {
    const { flags } = this.options;
    const compared = compareSides(before, after, {
      ...settings.diff,
      cosmetic: flags['show-cosmetic'],
      showSecrets: flags['show-secrets'],
      behaviour: flags.behaviour,
      levels: settings.rules,
      clock: { now: milliseconds, milliseconds: MILLISECONDS },
    });
    const { behaviour } = compared;
    const held = await this.withProperties(compared.pair, before, after, settings);
    const pair: ComparedPair = {
      ...held.pair,
      name,
      ...(flags.format === 'patch' ? await patchOf(before, after, flags['show-secrets']) : {}),
      ...(flags.format === 'html' ? { picture: compared.picture() } : {}),
    };
    const secrets = flags['show-secrets'] || this.showsNothing(pair) ? [] : secretsOf([...before, ...after]);
    if (flags.format === 'html' || flags.format === 'patch')
      for (const each of secrets) this.secrets.push(each);
    const redact = flags['show-secrets'] ? showAll : redaction(secrets).redact;
    if (flags['emit-tests'] !== undefined) await this.emit(flags['emit-tests'], pair, behaviour, redact);
    if (flags['side-by-side'] && flags.format === 'text') {
      this.files.before.push(...before.map(({ file }) => shownFile(file, redact)));
      this.files.after.push(...after.map(({ file }) => shownFile(file, redact)));
    }
    if (flags.format === 'html') {
      const { filePairs } = await import('../../report/html/sides.ts');
      this.texts.push(filePairs(before, after));
    }
    return { result: detachedPair(pair, redact), unknown: held.unknown };
  }

  /** Whether a report on a pair has nothing of what its files say. */
  private showsNothing({ result, refused, behaviour }: ComparedPair): boolean {
    const { format, 'side-by-side': isBeside } = this.options.flags;
    const isSame = result.equal && behaviour?.equal !== false && (behaviour?.undecided.length ?? 0) === 0;
    const isBare = result.changes.length + result.remarks.length === 0 && refused === undefined;
    return isSame && isBare && !isBeside && format !== 'html' && format !== 'patch';
  }

  /** With what becomes of the properties that are asked about. */
  private async withProperties(
    pair: ComparedPair,
    before: Opened,
    after: Opened,
    settings: Settings,
  ): Promise<{ readonly pair: ComparedPair; readonly unknown: readonly InputError[] }> {
    const { properties: names = [] } = this.options.flags;
    if (names.length === 0) return { pair, unknown: [] };
    const [{ withProperties }, { unknownNames }, { propertiesIn, unknownName }] = await Promise.all([
      import('../../engine/properties.ts'),
      import('../../prove/names.ts'),
      import('../properties.ts'),
    ]);
    this.properties ??= propertiesIn(names);
    const properties = await this.properties;
    const side = (configurations: Opened) => ({ configurations, routing: findRouting(configurations) });
    const sides = [side(before), side(after)] as const;
    return {
      pair: withProperties(pair, properties, sides, settings.diff.rules),
      unknown: unknownNames(properties, ...sides.map(({ routing }) => routing)).map((each) =>
        unknownName(each, 'neither side has'),
      ),
    };
  }

  private done(
    { renamedFrom }: WantedPair,
    order: number,
    { result: made, unknown, failOn }: Extract<PairOutcome, { readonly kind: 'done' }>,
  ): Part<ComparedPair> {
    const whole = renamedFrom === undefined ? made : { ...made, renamedFrom };
    this.compared.add(fileOf(whole));
    const said = new Set(unknown.map(({ message }) => message));
    this.unknown = this.unknown?.filter(({ message }) => said.has(message)) ?? unknown;
    if (this.options.flags.accept) this.shown.push(...acceptable(whole));
    const result = withoutAccepted(whole, this.accepted);
    const report = { pairs: [result] };
    this.equal &&= isEqual(report);
    this.found ||= failsDiff(report, this.options.flags['fail-on'] ?? failOn);
    return { order, kind: 'done', result };
  }

  /** Names of properties that no pair has on either side: a property may be about one pair of many. */
  unknownNames(): readonly InputError[] {
    return this.unknown ?? [];
  }

  /** Entries for files that were compared, and that nothing was found for any more. */
  gone(): readonly BaselineEntry[] {
    return this.accepted.gone().filter(({ file }) => this.compared.has(file));
  }

  /** Of `--accept`: what is accepted from now on. Files that were not compared keep what they had. */
  accepting(): readonly BaselineEntry[] {
    const others = this.options.accepted.entries.filter(({ file }) => !this.compared.has(file));
    return [...others, ...this.shown];
  }

  private async emit(
    path: string,
    pair: ComparedPair,
    behaviour: BehaviourResult | undefined,
    redact: Redact,
  ): Promise<void> {
    if (behaviour === undefined || this.hasEmitted)
      throw new UsageError(
        '--emit-tests writes the tests of one pair of files',
        'name one pair, with its behaviour',
      );
    this.hasEmitted = true;
    const [{ emitTests }, { emittedYaml }, { writeOutput }, { processWriteIo }] = await Promise.all([
      import('../../diff/behaviour/index.ts'),
      import('../../report/requests/suggested-tests.ts'),
      import('../../source/write.ts'),
      import('../io.ts'),
    ]);
    const tests = emittedYaml(pair.after ?? pair.name, emitTests(behaviour), redact);
    if (await writeOutput(path, tests, processWriteIo)) this.options.host.note(writtenText(path));
  }
}

/** Most pairs are shown without their patch, which needs modules of its own. */
async function patchOf(
  before: Opened,
  after: Opened,
  showSecrets: boolean,
): Promise<Pick<ComparedPair, 'patch'>> {
  const { patchBetween } = await import('../../diff/patch.ts');
  return { patch: patchBetween(before, after, { showSecrets }) };
}

/** A file for excerpts, its secrets hidden. */
function shownFile({ name, lines }: Configuration['file'], redact: Redact): ComparedFile {
  return { name, lines: { count: lines.count, line: (number) => redact(lines.line(number)) } };
}

/** The settings of the new file count, of the old one where there is no other. */
function settingsOf([before, after]: readonly [ReadSide, ReadSide]): Settings {
  return (after.files.at(-1) ?? before.files.at(-1))?.settings ?? NO_SETTINGS;
}

function namesOf({ name }: WantedPair, sides: readonly ReadSide[]) {
  const [before, after] = sides.map(({ files }) => files[0]?.name);
  return { name, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
