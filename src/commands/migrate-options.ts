/** The flags of `cfgtool migrate` that need more than reading: which migrations, and whether files can be written. */
import { migrations } from '../../migrations/index.ts';
import { type LiftOptions, versionsOf } from '../migrate/index.ts';
import { meantBy } from '../model/near-miss.ts';
import type { Paint } from '../present/text.ts';
import { InputError } from '../source/errors.ts';
import { listInputs } from '../source/inputs.ts';
import { processIo } from './io.ts';
import { UsageError } from './usage-error.ts';

export interface Selection {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly also?: readonly string[] | undefined;
}

/**
 * The migrations that flags name, `all` spelled out. An optional one under `--only` counts as asked for.
 *
 * @throws UsageError where a name is none
 */
export function selectionOf({ only, skip, also }: Selection): {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly also?: readonly string[];
} {
  for (const id of [...(only ?? []), ...(skip ?? [])]) checkId(id, []);
  for (const id of also ?? []) checkId(id, ['all']);
  const optional = migrations.filter((migration) => migration.optional).map(({ id }) => id);
  const asked = also?.includes('all') ? optional : (also ?? []);
  const added = [...asked, ...(only ?? []).filter((id) => optional.includes(id))];
  return {
    ...(only ? { only: [...only, ...asked] } : {}),
    ...(skip ? { skip } : {}),
    ...(added.length > 0 ? { also: added } : {}),
  };
}

function checkId(id: string, more: readonly string[]): void {
  const known = [...migrations.map((migration) => migration.id), ...more];
  if (known.includes(id)) return;
  const near = meantBy(id, known);
  const hint = near.length === 0 ? 'cfgtool migrate --list lists them' : `did you mean ${near.join(' or ')}?`;
  throw new UsageError(`there is no migration "${id}"`, hint);
}

/**
 * How `--to` asks for a file to be lifted; undefined where it does not.
 *
 * @throws UsageError where there is no such way
 */
export function liftOptionsOf(flags: {
  readonly to?: string | undefined;
  readonly partial?: boolean;
  readonly 'keep-transport'?: boolean;
}): LiftOptions | undefined {
  const { to, partial = false, 'keep-transport': keepTransport = false } = flags;
  if (to === undefined) return undefined;
  if (to === 'v2')
    throw new UsageError(
      'there is no way back: version 3 says more than version 2 can',
      'migrate without --to stays within the version of its input',
    );
  if (to !== 'v3') throw new UsageError(`--to takes v3, the one later version, not "${to}"`);
  return { partial, keepTransport };
}

/** What `--list` prints: ids, versions and titles, the optional ones apart. */
export function listMigrations(paint: Paint): string {
  const width = Math.max(...migrations.map(({ id }) => id.length));
  const line = (migration: (typeof migrations)[number]): string => {
    const { id, title } = migration;
    return `${paint.bold(id)}${' '.repeat(width - id.length)}  ${paint.dim(versionsOf(migration))}  ${title}\n`;
  };
  const always = migrations.filter(({ optional }) => !optional).map(line);
  const optional = migrations.filter((migration) => migration.optional).map(line);
  const apart = optional.length > 0 ? [`\nOnly with --also ID (or --also all):\n`, ...optional] : [];
  return [...always, ...apart].join('');
}

/**
 * @param flag the one that asks for writing
 * @throws UsageError where an input is nothing that could be written back
 */
export async function checkWriteBack(inputs: readonly string[], flag: string): Promise<void> {
  for (const item of await listInputs(inputs, processIo)) {
    if (item instanceof InputError || item.kind === 'file') continue;
    const what = {
      stdin: 'standard input',
      blob: 'a file as git stored it',
      stream: 'a pipe or device',
      live: 'a running proxy',
    }[item.kind];
    const problem = `${flag} changes files in place, but ${item.name} is ${what}`;
    throw new UsageError(problem, `leave ${flag} out and send the result somewhere with --output FILE`);
  }
}
