/** What can be done about findings and deprecated forms: fixes, migrations, comments that suppress. */
import type { Finding } from '../../analyze/finding.ts';
import { fixFile } from '../../analyze/fixes/fix.ts';
import { replacementsOf } from '../../analyze/fixes/replacements.ts';
import { liftConfiguration } from '../../engine/lift.ts';
import { type Applied, migrateConfiguration } from '../../migrate/index.ts';
import type { Configuration } from '../../model/open.ts';
import { capital } from '../../source/counted.ts';
import type { TextChange } from '../../source/edit/index.ts';
import type { Range } from '../../source/lines.ts';
import type { Examined } from '../diagnostics.ts';
import { fileOf } from '../project.ts';

/** How an action is made; it is worked out when it is wanted. */
export type ActionMaker =
  | { readonly kind: 'fix'; readonly fingerprint: string }
  | { readonly kind: 'suppress'; readonly fingerprint: string }
  /** The message of one finding, or the whole file. */
  | { readonly kind: 'migrate'; readonly fingerprint?: string }
  /** From version 2 of the API to version 3, all of the file. */
  | { readonly kind: 'lift' }
  | { readonly kind: 'fix all' };

export interface Action {
  readonly title: string;
  readonly kind: 'quickfix' | 'refactor' | 'fix all';
  readonly maker: ActionMaker;
  /** The findings that it is about, by their fingerprints. */
  readonly about: readonly string[];
  readonly isPreferred?: boolean;
}

/** What a change is called before it is known whether the file takes it. */
type Change = Pick<TextChange, 'start' | 'end' | 'text'>;

const DEPRECATED = 'deprecated-field';

/** What is offered for some lines of a file (from 1, both included). */
export function actionsAt(
  examined: Examined,
  file: string,
  lines: { readonly first: number; readonly last: number },
): readonly Action[] {
  const all = examined.analysis.findings.filter((finding) => finding.file === file);
  const here = all.filter(({ range }) => range.start.line <= lines.last && range.end.line >= lines.first);
  const actions: Action[] = [];
  for (const { fix, fingerprint, rule, data } of here) {
    if (fix !== undefined)
      actions.push({
        title: capital(fix.title),
        kind: 'quickfix',
        maker: { kind: 'fix', fingerprint },
        about: [fingerprint],
        isPreferred: true,
      });
    if (rule === DEPRECATED && data.migration !== undefined)
      actions.push({
        title: 'Convert to the current form',
        kind: 'quickfix',
        maker: { kind: 'migrate', fingerprint },
        about: [fingerprint],
        isPreferred: true,
      });
  }
  if (all.some(({ rule }) => rule === DEPRECATED))
    actions.push({
      title: 'Migrate the whole file',
      kind: 'refactor',
      maker: { kind: 'migrate' },
      about: [],
    });
  if (examined.configurations.some(({ file: { name }, api }) => name === file && api !== 'v3'))
    actions.push({
      title: 'Lift the file to version 3 of the API',
      kind: 'refactor',
      maker: { kind: 'lift' },
      about: [],
    });
  if (all.some(({ fix, rule }) => fix !== undefined || rule === DEPRECATED))
    actions.push({
      title: 'Fix all that is certain',
      kind: 'fix all',
      maker: { kind: 'fix all' },
      about: [],
    });
  for (const { rule, fingerprint } of here)
    actions.push({
      title: `Suppress ${rule} here`,
      kind: 'quickfix',
      maker: { kind: 'suppress', fingerprint },
      about: [fingerprint],
    });
  return actions;
}

const NOT_TAKEN = 'the text does not take this change, or requests would notice it';

/** The changes of an action; why there are none where the text cannot take it, or requests would notice. */
export function changesOfAction(
  examined: Examined,
  file: string,
  maker: ActionMaker,
): readonly Change[] | string {
  const configuration = fileOf(examined, file);
  const made = configuration && changesOrReason(examined, configuration, maker);
  return made ?? NOT_TAKEN;
}

function changesOrReason(
  examined: Examined,
  configuration: Configuration,
  maker: ActionMaker,
): readonly Change[] | string | undefined {
  const file = configuration.file.name;
  const findings = examined.analysis.findings.filter((finding) => finding.file === file);
  switch (maker.kind) {
    case 'migrate': {
      const at = findings.find(({ fingerprint }) => fingerprint === maker.fingerprint);
      return maker.fingerprint !== undefined && at === undefined ? undefined : migration(configuration, at);
    }
    case 'lift':
      return lift(configuration);
    case 'fix all': {
      const { changes } = fixFile(configuration, findings, true);
      return changes.length === 0 ? undefined : changes;
    }
    case 'fix': {
      const finding = findings.find(({ fingerprint }) => fingerprint === maker.fingerprint);
      return finding && fix(configuration, finding);
    }
    case 'suppress': {
      const finding = findings.find(({ fingerprint }) => fingerprint === maker.fingerprint);
      return finding && suppression(configuration, finding);
    }
  }
}

function fix(configuration: Configuration, finding: Finding): readonly Change[] | undefined {
  const replacements = replacementsOf(configuration, [finding]).get(finding);
  return replacements?.map(({ range, text }) => ({ ...spanOfRange(configuration, range), text }));
}

function spanOfRange(
  { file }: Configuration,
  range: Range,
): { readonly start: number; readonly end: number } {
  const at = ({ line, column }: Range['start']): number => file.lines.start(line) + column - 1;
  return { start: at(range.start), end: at(range.end) };
}

/** @param at a deprecated form, which is converted with what is in it; the whole file where absent */
function migration(configuration: Configuration, at: Finding | undefined): readonly Change[] | undefined {
  const { equivalent, changes } = migrateConfiguration(configuration, {
    older: false,
    accept: (change) => at === undefined || isAbout(change, at),
  });
  return equivalent && changes.length > 0 ? changes : undefined;
}

/** Whether a change ends a deprecated form, or one in it. */
function isAbout({ migration: id, pointer, document, embedded }: Applied, at: Finding): boolean {
  if (document !== (at.document ?? document) || embedded !== at.embedded) return false;
  const isAround = id === at.data.migration && `${at.pointer}/`.startsWith(`${pointer}/`);
  return isAround || `${pointer}/`.startsWith(`${at.pointer}/`);
}

/** A file is lifted whole or not at all; what stands in the way is told. */
function lift(configuration: Configuration): readonly Change[] | string {
  const { equivalent, changes, left, difference } = liftConfiguration(configuration, {
    partial: false,
    keepTransport: false,
  });
  if (equivalent && changes.length > 0) return changes;
  const reasons = left.map(({ reason, range }) => `line ${range.start.line}: ${reason}`);
  return [...(difference === undefined ? [] : [difference]), ...reasons].join('; ') || NOT_TAKEN;
}

/** A comment on a line of its own above the finding. JSON has none. */
function suppression({ file }: Configuration, { range, rule }: Finding): readonly Change[] | undefined {
  if (file.trees.some(({ format }) => format === 'json')) return undefined;
  const { line } = range.start;
  const start = file.lines.start(line);
  const indent = /^[ \t]*/.exec(file.lines.line(line))?.[0] ?? '';
  const end = file.text.includes('\r\n') ? '\r\n' : '\n';
  return [{ start, end: start, text: `${indent}# cfgtool-ignore ${rule}: say why${end}` }];
}
