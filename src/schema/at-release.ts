/** What the tables say of a message as one release has it. */
import { lookup } from '../source/lookup.ts';
import { defaultAt } from './default-history.ts';
import { history } from './index.ts';
import type { FieldBefore, FieldHistory, FieldSpec, MessageHistory, OneofNeed } from './language.ts';
import { isIn, type Release } from './release.ts';

/** What is known of a message or an enum; nothing where every modelled release has all of it, or none says. */
export function historyOf(id: string): MessageHistory {
  return lookup(history, id) ?? {};
}

/** What is looked at of a field that is ready for use. */
interface Field {
  readonly name: string;
  readonly spec: FieldSpec;
}

/** A field of a message as a release has it; undefined where it has none, or has it as another type. */
export function fieldAt<F extends Field>(
  field: F,
  message: string,
  { fields }: MessageHistory,
  release: Release,
): F | undefined {
  const own = fields?.[field.name];
  if (own === undefined) return withDefaultAt(field, message, release);
  if (isIn(own, release) === false || saidAt(own, 'type', release, field.spec.type) !== field.spec.type)
    return undefined;
  return withDefaultAt({ ...field, spec: specAt(field.spec, own, release) }, message, release);
}

function withDefaultAt<F extends Field>(field: F, message: string, release: Release): F {
  const { default: newest, ...spec } = field.spec;
  const own = defaultAt(`${message}.${field.name}`, release, newest);
  return own === newest ? field : { ...field, spec: { ...spec, ...(own && { default: own }) } };
}

/** Whether it is certain that a release has a field that it may have. */
export function hasFieldFor(message: string, field: string, release: Release): boolean {
  return isIn(historyOf(message).fields?.[field] ?? {}, release) === true;
}

/** Fields that a release has and the newest has not, or as another type: they are carried as data. */
export function carriedAt(
  { fields = {} }: MessageHistory,
  known: ReadonlyMap<string, Field>,
  release: Release,
): readonly string[] {
  return Object.entries(fields).flatMap(([name, own]) => {
    const type = known.get(name)?.spec.type;
    const isOther = type === undefined || saidAt(own, 'type', release, type) !== type;
    return isOther && isIn(own, release) !== false ? [name] : [];
  });
}

function specAt(spec: FieldSpec, own: FieldHistory, release: Release): FieldSpec {
  const { required, limits, oneof, deprecated, refused, ...kept } = spec;
  const isDeprecated = own.deprecated === undefined || isIn({ since: own.deprecated }, release) === true;
  const bounds = saidAt(own, 'limits', release, limits ?? false);
  const group = saidAt(own, 'oneof', release, oneof ?? false);
  return {
    ...kept,
    ...(saidAt(own, 'required', release, required ?? false) && { required: true }),
    ...(bounds && { limits: bounds }),
    ...(group && { oneof: group }),
    ...(saidAt(own, 'refused', release, refused ?? false) && { refused: true }),
    ...(deprecated && isDeprecated && { deprecated }),
  };
}

/** What a release says of a field; nothing is demanded where two modelled ones around it say different things. */
function saidAt<K extends keyof Omit<FieldBefore, 'until'>>(
  { was = [] }: FieldHistory,
  key: K,
  release: Release,
  now: NonNullable<FieldBefore[K]>,
): NonNullable<FieldBefore[K]> | undefined {
  for (const before of was) {
    const said = before[key];
    if (said === undefined) continue;
    const holds = isIn({ until: before.until }, release);
    if (holds === true) return said;
    if (holds === undefined) return undefined;
  }
  return now;
}

/** How many members of a one-of a release demands; undefined where it has none. */
export function needAt(
  { oneofs }: MessageHistory,
  name: string,
  release: Release,
  now: OneofNeed,
): OneofNeed | undefined {
  for (const { until, need } of oneofs?.[name] ?? []) {
    const holds = isIn({ until }, release);
    if (holds === true) return need === false ? undefined : need;
    if (holds === undefined) return 'at most one';
  }
  return now;
}

/** One-ofs that only earlier releases have. */
export function oneofsBefore({ oneofs = {} }: MessageHistory, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(oneofs).filter((name) => !known.has(name));
}
