/** What to look at in messages of each table when looking for names of clusters. */
import { MAX_PROBLEMS } from '../../model/bind-report.ts';
import type { Configuration } from '../../model/open.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import { isOwn } from '../../schema/own.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';

export interface Plan {
  readonly byName: ReadonlyMap<string, CompiledField>;
  readonly naming: readonly CompiledField[];
  /** Fields that hold messages with something to look at. */
  readonly inner: readonly CompiledField[];
  /** Fields that may hold messages or data. */
  readonly loose: readonly CompiledField[];
  /** Texts of which the table does not say what they name. */
  readonly doubtful: readonly CompiledField[];
  /** Messages may hold fields that their table does not have. */
  readonly hasUnknown: boolean;
}

/** The plans for a configuration: where nothing unknown is written, most messages can be passed over. */
export function plansFor(configuration: Configuration): (table: CompiledMessage) => Plan {
  return hasUnknown(configuration) ? thorough : quick;
}

const thorough = remembered(true, ({ containers }) => containers);

let paths: Paths | undefined;

const quick = remembered(false, ({ name, version, containers }) => {
  if (version === 'v3' || isOwn(name)) return containers;
  paths ??= pathsTo(new Set(Object.keys(messages).filter(holdsSomething)));
  return paths.get(name) ?? [];
});

function remembered(
  hasUnknown: boolean,
  fieldsOf: (table: CompiledMessage) => readonly CompiledField[],
): (table: CompiledMessage) => Plan {
  const plans = new Map<CompiledMessage, Plan>();
  return (table) => {
    const known = plans.get(table);
    if (known) return known;
    const { name, byName, fields, containers } = table;
    const plan: Plan = {
      byName,
      naming: fields.filter(isNaming),
      inner: fieldsOf(table).filter((field) => !isLoose(field)),
      loose: containers.filter(isLoose),
      doubtful: fields.filter(isDoubtful),
      // What people put around a hand-written list is no problem of it.
      hasUnknown: hasUnknown || name === 'Resources',
    };
    plans.set(table, plan);
    return plan;
  };
}

function holdsSomething(type: string): boolean {
  return compiledMessage(type).fields.some((field) => isNaming(field) || isLoose(field));
}

/**
 * The tables say what names a cluster in what both versions have; what only version 3 has may name one as well, and what
 * nobody described.
 */
function isDoubtful({ spec, element }: CompiledField): boolean {
  const isText = element.kind === 'scalar' && element.scalar === 'string';
  return isText && (spec.only === 'v3' || spec.doc === '') && spec.names === undefined;
}

function isNaming({ spec }: CompiledField): boolean {
  return spec.names === 'cluster';
}

function isLoose({ element }: CompiledField): boolean {
  return element.kind === 'struct' || element.kind === 'any';
}

/** Whether a message may hold fields that its table does not have, or values that cannot be read. */
function hasUnknown({ found }: Configuration): boolean {
  return (
    found.length >= MAX_PROBLEMS ||
    found.some(({ problem: { rule } }) => rule !== 'deprecated-field' && rule !== 'loose-spelling')
  );
}
