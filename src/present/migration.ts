/** A migration in words: what was or would be done, what was left, what to look at. */
import type { Applied } from '../migrate/index.ts';
import type { MigratedFile } from '../results/migration.ts';
import { counted } from '../source/counted.ts';
import { shellWord } from '../source/shell-words.ts';
import { type Paint, safeLine } from './text.ts';

/** What was done or (`would`) would be done: one line per file. */
export function migrateSummary(files: readonly MigratedFile[], would: boolean, paint: Paint): string {
  const lines = files.map((file) => migrateLine(file, would, paint));
  const changed = files.filter(({ migration }) => migration.changed).length;
  const verdict = would ? 'would change' : 'changed';
  lines.push(`${changed} of ${counted(files.length, 'file')} ${verdict}`);
  return lines.map((line) => `${line}\n`).join('');
}

/** `front.yaml: 4 changes, 1 left` */
export function migrateLine({ name, migration }: MigratedFile, would: boolean, paint: Paint): string {
  const { applied, left } = migration;
  const kept = left.length > 0 ? paint.yellow(`, ${left.length} left`) : '';
  if (applied.length === 0)
    return `${safeLine(name)}: ${left.length > 0 ? 'unchanged' : 'nothing to migrate'}${kept}`;
  const done = counted(applied.length, 'change');
  return `${paint.bold(safeLine(name))}: ${would ? `${done} to make` : done}${kept}`;
}

/** One line per change: file, line, column, migration, reason. */
export function migrateChanges(files: readonly MigratedFile[], paint: Paint): string {
  return files
    .flatMap(({ name, migration }) =>
      inOrder(migration.applied).map(
        ({ range, migration: id, reason }) =>
          `${placeOf(name, range.start)}: ${paint.cyan(`[${id}]`)} ${safeLine(reason)}\n`,
      ),
    )
    .join('');
}

/** Changes as a reader of the file meets them. */
function inOrder(changes: readonly Applied[]): readonly Applied[] {
  const key = ({ range: { start } }: Applied): number => start.line * 1e6 + start.column;
  return changes.toSorted((left, right) => key(left) - key(right));
}

/** What was left and why, and the warnings about what changed: for standard error. */
export function migrateRemarks({ name, migration }: MigratedFile, paint: Paint): string {
  const lines = inOrder(migration.left).map(
    ({ range, migration: id, reason }) =>
      `${placeOf(name, range.start)}: ${paint.yellow('left')} ${paint.cyan(`[${id}]`)} ${safeLine(reason)}\n`,
  );
  for (const warning of migration.warnings) {
    lines.push(`${safeLine(name)}: ${paint.yellow('warning:')} ${safeLine(warning)}\n`);
  }
  for (const { range, message } of migration.releaseChanges ?? []) {
    const what = paint.cyan('[release-change]');
    lines.push(`${placeOf(name, range.start)}: remark ${what} ${safeLine(message)}\n`);
  }
  // What many aliases share stands in one place, and is said once.
  return [...new Set(lines)].join('');
}

/** What a lift came to that could not be made whole; nothing where it could. @param partial whether a part was asked for */
export function liftRefused({ name, migration }: MigratedFile, partial: boolean, paint: Paint): string {
  const { left, changed } = migration;
  if (left.length === 0) return '';
  const what = left.length === 1 ? 'what is left above stands' : `the ${left.length} places left above stand`;
  const said = changed
    ? 'was lifted in part only: resources with something left above stay in version 2'
    : `nothing of it was lifted: ${what} in the way; correct ${left.length === 1 ? 'it' : 'them'}${partial ? '' : ', or lift the rest with --partial'}`;
  return `${paint.bold(`${safeLine(name)}:`)} ${said}\n`;
}

/**
 * That optional migrations have more to do, and the command that shows it; nothing where they have not.
 *
 * @param inputs as the user gave them
 */
export function migrateWaiting(waiting: number, inputs: readonly string[], paint: Paint): string {
  if (waiting === 0) return '';
  const command = ['cfgtool', 'migrate', ...inputs, '--also', 'all', '--format', 'diff']
    .map(shellWord)
    .join(' ');
  const changes = waiting === 1 ? 'one optional change waits' : `${waiting} optional changes wait`;
  return `${changes}; to see ${waiting === 1 ? 'it' : 'them'}: ${paint.cyan(safeLine(command))}\n`;
}

/** What to say where the migrated text would not mean what the original means. */
export function migrateDifference({ name, migration }: MigratedFile, paint: Paint): string {
  const difference = migration.difference ?? 'the difference could not be described';
  const head = `${paint.bold(`${safeLine(name)}:`)} ${paint.red('not migrated: the result would not mean the same')}`;
  const shown = difference.split('\n').map((line) => `  ${safeLine(line)}\n`);
  return `${head}\n${shown.join('')}${paint.cyan('hint:')} this is a bug in cfgtool; please report it. --skip ID leaves out the migration it lies in\n`;
}

/** `file:line:col` of an offset's position, safe to print. */
export function placeOf(name: string, position: { readonly line: number; readonly column: number }): string {
  return `${safeLine(name)}:${position.line}:${position.column}`;
}
