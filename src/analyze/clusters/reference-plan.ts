/** What to look at in messages of each table when looking for names of clusters. */
import { MOST_PROBLEMS } from '../../model/bind-report.ts';
import type { Configuration } from '../../model/open.ts';
import { type CompiledField, compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';

export interface Plan {
  readonly byName: ReadonlyMap<string, CompiledField>;
  readonly naming: readonly CompiledField[];
  /** Fields that hold messages with something to look at. */
  readonly inner: readonly CompiledField[];
  /** Fields that may hold messages or data. */
  readonly loose: readonly CompiledField[];
  /** Messages may hold fields that their table does not have. */
  readonly hasUnknown: boolean;
}

/** The plans for a configuration: where nothing unknown is written, most messages can be passed over. */
export function plansFor(configuration: Configuration): (type: string) => Plan {
  return hasUnknown(configuration) ? thorough : quick;
}

const thorough = remembered(true, (type) => compiledMessage(type).containers);

let paths: Paths | undefined;

const quick = remembered(false, (type) => {
  paths ??= pathsTo(new Set(Object.keys(messages).filter(holdsSomething)));
  return paths.get(type) ?? [];
});

function remembered(
  hasUnknown: boolean,
  fieldsOf: (type: string) => readonly CompiledField[],
): (type: string) => Plan {
  const plans = new Map<string, Plan>();
  return (type) => {
    const known = plans.get(type);
    if (known) return known;
    const { byName, fields, containers } = compiledMessage(type);
    const plan: Plan = {
      byName,
      naming: fields.filter(isNaming),
      inner: fieldsOf(type).filter((field) => !isLoose(field)),
      loose: containers.filter(isLoose),
      // What people put around a hand-written list is no problem of it.
      hasUnknown: hasUnknown || type === 'Resources',
    };
    plans.set(type, plan);
    return plan;
  };
}

function holdsSomething(type: string): boolean {
  return compiledMessage(type).fields.some((field) => isNaming(field) || isLoose(field));
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
    found.length >= MOST_PROBLEMS ||
    found.some(({ problem: { rule } }) => rule !== 'deprecated-field' && rule !== 'loose-spelling')
  );
}
