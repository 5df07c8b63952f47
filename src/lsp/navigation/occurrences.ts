/** Where the names of a project are defined and used. */
import type { Document } from '../../analyze/finding.ts';
import { nodeOf } from '../../analyze/place.ts';
import { isObject, tableOf } from '../../model/bound.ts';
import { spanOf } from '../../model/place.ts';
import { type Frame, rootFrames, walkInsideOut } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { Span } from '../../source/lines.ts';
import { lookup } from '../../source/lookup.ts';
import type { NodeId } from '../../source/tree.ts';
import { HOLDERS, type NameKind, nameKindOf } from '../names.ts';
import type { Project } from '../project.ts';

export interface Occurrence {
  readonly kind: NameKind;
  readonly name: string;
  readonly isDefinition: boolean;
  readonly document: Document;
  /** The message with the name. */
  readonly frame: Frame;
  /** The value that is the name; where that is a key, the value under it. */
  readonly node: NodeId;
  /** The key that is the name. */
  readonly key?: NodeId;
}

const known = new WeakMap<Project, readonly Occurrence[]>();

/** In the order of the files, and of their text as far as names are not inside each other. */
export function occurrencesIn(project: Project): readonly Occurrence[] {
  const before = known.get(project);
  if (before !== undefined) return before;
  const found: Occurrence[] = [];
  for (const document of project.subject.documents)
    for (const frame of rootFrames(document.root))
      walkInsideOut(frame, document.configuration.namespace, (each) => collect(document, each, found));
  known.set(project, found);
  return found;
}

function collect(document: Document, frame: Frame, into: Occurrence[]): void {
  const { type, message } = frame;
  const holder = lookup(HOLDERS, type);
  if (holder?.isDefinition) add(document, frame, { ...holder, isDefinition: true }, undefined, into);
  for (const { field, kind } of namingFields(frame)) {
    const value = message[field.name];
    const at = { kind, field: field.name, isDefinition: false };
    if (Array.isArray(value))
      for (let index = 0; index < value.length; index++) add(document, frame, at, index, into);
    else if (isObject(value)) for (const key of Object.keys(value)) add(document, frame, at, key, into);
    else if (value !== undefined) add(document, frame, at, undefined, into);
  }
}

interface Naming {
  readonly field: CompiledField;
  readonly kind: NameKind;
}

const naming = { v2: new Map<string, readonly Naming[]>(), v3: new Map<string, readonly Naming[]>() };

function namingFields(frame: Frame): readonly Naming[] {
  const table = tableOf(frame);
  const before = naming[table.version].get(table.name);
  if (before !== undefined) return before;
  const made = table.fields.flatMap((field): readonly Naming[] => {
    const kind = nameKindOf(table.name, field);
    return kind === undefined || kind === 'header' ? [] : [{ field, kind }];
  });
  naming[table.version].set(table.name, made);
  return made;
}

function add(
  document: Document,
  frame: Frame,
  {
    kind,
    field,
    isDefinition,
  }: { readonly kind: NameKind; readonly field: string; readonly isDefinition: boolean },
  index: number | string | undefined,
  into: Occurrence[],
): void {
  const { message, type } = frame;
  const value = message[field];
  const name = typeof index === 'string' ? index : Array.isArray(value) ? value[index ?? 0] : value;
  if (typeof name !== 'string' || name === '') return;
  const spot = nodeOf({ document, message, type, field, ...(index === undefined ? {} : { index }) });
  if (spot.key === undefined && index === undefined) return;
  const key = typeof index === 'string' && spot.key !== undefined ? { key: spot.key } : {};
  into.push({ kind, name, isDefinition, document, frame, node: spot.node, ...key });
}

/** Where a name stands in the text of its file. */
export function spanOfName({ document: { root }, node, key }: Occurrence): Span {
  return spanOf(root, key ?? node);
}

/** The name at a position of a file. */
export function occurrenceAt(project: Project, file: string, offset: number): Occurrence | undefined {
  return occurrencesIn(project).find((each) => {
    if (each.document.configuration.file.name !== file) return false;
    const { start, end } = spanOfName(each);
    return start <= offset && offset <= end;
  });
}

/** Everything that has the name of one occurrence, itself included. */
export function sameName(
  project: Project,
  { kind, name }: Pick<Occurrence, 'kind' | 'name'>,
): readonly Occurrence[] {
  return occurrencesIn(project).filter((each) => each.kind === kind && each.name === name);
}
