/**
 * Which version of the API a document is written in (CONTRACT, Two versions of the API): an `@type` settles it for what
 * is inside, else a field or a value that only one version has, else the rest of the input, else what was asked for, else
 * version 3.
 */
import {
  type CompiledField,
  type CompiledMessage,
  compiledMessage,
  isApiVersion,
} from '../schema/compiled.ts';
import { unhidden } from '../schema/hidden.ts';
import type { ApiVersion } from '../schema/version.ts';
import { ownText } from '../source/own-text.ts';
import {
  isNull,
  isPassedOver,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';
import { selectsExtension } from './extension-config.ts';
import type { Shape } from './shape.ts';
import { isTypedStruct, parseTypeUrl } from './type-url.ts';

/** What in a document tells its version. */
export interface Evidence {
  /** The first field, or value, that only that version has, in the message itself: not inside a type of its own. */
  readonly only: { readonly [version in ApiVersion]?: NodeId };
  /** A field of version 2 stands there under the name that hides it in dumps of proxies between the versions. */
  readonly hides: boolean;
  /** How many types inside belong to that version. */
  readonly types: { readonly [version in ApiVersion]: number };
  /** The same of sections of a dump, which say less: proxies between the versions wrote them around older messages. */
  readonly sections: { readonly [version in ApiVersion]: number };
  /** Something is written that means or may say something else in the other version. */
  readonly differs: boolean;
  /** The version that its own type settles, where it has one. */
  readonly own: ApiVersion | undefined;
  /** Somebody is asked for version 3, which says little beside a field or a type: version 2 could ask for it too. */
  readonly asksForThree: boolean;
}

/** The answer for one document. */
export interface FoundVersion {
  readonly version: ApiVersion;
  /** The document, or what stands beside it, shows it; it was given, or taken for granted, otherwise. */
  readonly isShown: boolean;
  /** Nothing shows it, none was given, and it makes a difference. */
  readonly isGuess: boolean;
  /** Two places, the one of version 2 first, that only different versions have, though nothing stands between them. */
  readonly mixed?: readonly [NodeId, NodeId];
}

/** What a document says of its version, read as a message of that shape. */
export function evidenceOf(tree: SourceTree, shape: Shape, node: NodeId = ROOT): Evidence {
  const search = new Search(tree);
  const root = resolve(tree, node);
  const entries = shape.many && kindOf(tree, root) === NodeKind.List ? [...items(tree, root)] : [root];
  for (const [index, entry] of entries.entries()) search.message(entry, shape.types?.[index] ?? shape.type);
  if (!shape.many) search.own = versionWritten(tree, root);
  return search;
}

/**
 * The version that the `@type` of a map settles for what is in it. That of a section of a dump does not: proxies
 * between the versions wrote such sections around older messages.
 */
export function versionWritten(tree: SourceTree, node: NodeId): ApiVersion | undefined {
  const map = resolve(tree, node);
  const type = kindOf(tree, map) === NodeKind.Map ? valueUnder(tree, map, '@type') : -1;
  if (type === -1) return undefined;
  const { name, version } = parseTypeUrl(scalarText(tree, type));
  return isSection(name) ? undefined : version;
}

/**
 * The version of each document of an input.
 *
 * @param documents what each says
 * @param given the version that was asked for, which counts where nothing shows one
 */
export function versionsOf(
  documents: readonly Evidence[],
  given: ApiVersion | undefined,
): readonly FoundVersion[] {
  const types = (version: ApiVersion): number =>
    documents.reduce((sum, each) => sum + each.types[version], 0);
  const fields = (version: ApiVersion): number =>
    documents.filter(({ only }) => only[version] !== undefined).length;
  const sections = (version: ApiVersion): number =>
    documents.reduce((sum, each) => sum + each.sections[version], 0);
  const rest =
    moreOf(types('v2') + fields('v2'), types('v3') + fields('v3')) ?? moreOf(sections('v2'), sections('v3'));
  const asked = documents.some(({ asksForThree }) => asksForThree) ? 'v3' : undefined;
  const shown = { isShown: true, isGuess: false };
  return documents.map(({ own, only, hides, differs }) => {
    if (own !== undefined) return { version: own, ...shown };
    if (only.v2 !== undefined && only.v3 !== undefined)
      return { version: given ?? rest ?? 'v3', ...shown, mixed: [only.v2, only.v3] };
    const version = only.v2 !== undefined ? 'v2' : only.v3 !== undefined ? 'v3' : hides ? 'v2' : undefined;
    const found = version ?? rest ?? asked;
    if (found !== undefined) return { version: found, ...shown };
    return { version: given ?? 'v3', isShown: false, isGuess: given === undefined && differs };
  });
}

/** The version that most types of an input belong to, those of a dump's own sections aside. */
export function versionOfTypes(documents: readonly Evidence[]): ApiVersion | undefined {
  const count = (version: ApiVersion): number =>
    documents.reduce((sum, each) => sum + each.types[version], 0);
  return moreOf(count('v2'), count('v3'));
}

function moreOf(two: number, three: number): ApiVersion | undefined {
  return two === three ? undefined : two > three ? 'v2' : 'v3';
}

/**
 * The version of what a dump's section holds. Its type says so, but proxies between the versions wrote sections of
 * version 3 around messages that they had been given in version 2.
 *
 * @param type the table of the section
 * @param version the one that its type says
 * @param rest the one of the types in the whole input
 */
export function versionInSection(
  tree: SourceTree,
  section: NodeId,
  type: string,
  version: ApiVersion,
  rest: ApiVersion | undefined,
): ApiVersion {
  const search = new Search(tree);
  search.untyped(resolve(tree, section), type, 0);
  const { only, hides } = search;
  const isOlder = (only.v2 !== undefined || hides || rest === 'v2') && only.v3 === undefined;
  return version === 'v3' && isOlder ? 'v2' : version;
}

/** Whether a type is that of a section of a dump. */
export function isSection(name: string): boolean {
  return name.startsWith('admin.');
}

/** Deeper than any message nests; aliases could go on for ever. */
const DEEPEST = 100;

class Search implements Evidence {
  readonly only: { [version in ApiVersion]?: NodeId } = {};
  readonly types: { [version in ApiVersion]: number } = { v2: 0, v3: 0 };
  readonly sections: { [version in ApiVersion]: number } = { v2: 0, v3: 0 };
  differs = false;
  hides = false;
  asksForThree = false;
  own: ApiVersion | undefined;
  private readonly tree: SourceTree;
  /** Messages that were looked at, as which type: an alias brings the same text up again. */
  private readonly seen = new Set<string>();

  constructor(tree: SourceTree) {
    this.tree = tree;
  }

  /** Looks at a message of which no type says the version. */
  message(node: NodeId, type: string, depth = 0): void {
    const { tree } = this;
    const map = resolve(tree, node);
    if (kindOf(tree, map) !== NodeKind.Map || depth > DEEPEST || this.isSeen(node, map, type)) return;
    const own = valueUnder(tree, map, '@type');
    const typed = own === -1 ? undefined : parseTypeUrl(scalarText(tree, own));
    if (typed?.version !== undefined) {
      this.count(typed.name, typed.version);
      this.inside(map, typed.table ?? type, typed.version, depth);
      return;
    }
    this.untyped(map, type, depth);
  }

  /** Looks at the fields of a map as those of a message. */
  untyped(map: NodeId, type: string, depth: number): void {
    const { tree } = this;
    const both = inBoth(type);
    // What it lacks is looked for until something says that the versions differ.
    const written = this.differs || both.needsNothing ? undefined : new Set<string>();
    for (const key of keys(tree, map)) {
      if (isPassedOver(tree, key)) continue;
      const spelling = scalarText(tree, key);
      const named = fieldIn(both, spelling);
      if (named === undefined || isNull(tree, key + 1)) continue;
      const { older, newer } = named;
      if (newer === undefined) {
        if (unhidden(spelling) === undefined) this.only.v2 ??= key;
        else this.hides = true;
      } else if (older === undefined) this.only.v3 ??= key;
      else if (named.differs) this.differs = true;
      written?.add((newer ?? older)?.key ?? spelling);
      if (named.tells) this.field(older ?? newer, older === undefined ? undefined : newer, key + 1, depth);
    }
    if (written !== undefined && !this.differs && lacksOne(both, written)) this.differs = true;
  }

  private field(
    field: CompiledField | undefined,
    other: CompiledField | undefined,
    node: NodeId,
    depth: number,
  ): void {
    if (field === undefined) return;
    const { element } = field;
    for (const value of this.valuesOf(field, node)) {
      if (element.kind === 'any') this.any(value, depth, field);
      else if (element.kind === 'message') this.message(value, element.name, depth + 1);
      else if (element.kind === 'struct') {
        // Data in version 2 that version 3 has a message for: the types in it count all the same.
        const map = resolve(this.tree, value);
        const isMessage = other?.element.kind === 'message' && kindOf(this.tree, map) === NodeKind.Map;
        if (isMessage && !this.isSeen(value, map, other.element.name))
          this.inside(map, other.element.name, 'v3', depth + 1);
      } else if (element.kind === 'enum' && other?.element.kind === 'enum') {
        const text = scalarText(this.tree, resolve(this.tree, value));
        if (isApiVersion(field) && text === 'V3') this.asksForThree = true;
        const [two, three] = [element.spec.values, other.element.spec.values].map((all) =>
          Object.hasOwn(all, text),
        );
        if (two && !three) this.only.v2 ??= value;
        else if (three && !two) this.only.v3 ??= value;
      }
    }
  }

  /** Counts the types below a message whose version a type settled. */
  private inside(map: NodeId, type: string, version: ApiVersion, depth: number): void {
    const { tree } = this;
    if (depth > DEEPEST) return;
    const { bySpelling } = compiledMessage(type, version);
    for (const key of keys(tree, map)) {
      if (isPassedOver(tree, key)) continue;
      const field = bySpelling.get(scalarText(tree, key));
      if (field === undefined || (field.element.kind !== 'any' && field.element.kind !== 'message')) continue;
      for (const value of this.valuesOf(field, key + 1)) {
        const target = resolve(tree, value);
        if (kindOf(tree, target) !== NodeKind.Map) continue;
        if (field.element.kind === 'any') this.any(value, depth, field);
        else if (!this.isSeen(value, target, field.element.name))
          this.inside(target, field.element.name, version, depth + 1);
      }
    }
  }

  private count(name: string, version: ApiVersion): void {
    (isSection(name) ? this.sections : this.types)[version]++;
  }

  private any(node: NodeId, depth: number, { spec }: CompiledField): void {
    const { tree } = this;
    const map = resolve(tree, node);
    if (kindOf(tree, map) !== NodeKind.Map) return;
    const type = valueUnder(tree, map, '@type');
    if (type === -1) {
      if (spec.holds !== undefined) this.message(node, spec.holds, depth + 1);
      return;
    }
    const { name, table, version } = parseTypeUrl(scalarText(tree, type));
    if (isTypedStruct(name)) this.struct(map, depth);
    if (version === undefined || this.isSeen(node, map, table ?? '')) return;
    this.count(name, version);
    if (table !== undefined) this.inside(map, table, version, depth + 1);
  }

  /** What a TypedStruct holds says as much as it would without. */
  private struct(map: NodeId, depth: number): void {
    const { tree } = this;
    const url = ['type_url', 'typeUrl'].map((key) => valueUnder(tree, map, key)).find((node) => node !== -1);
    const { name, table, version } =
      url === undefined ? {} : parseTypeUrl(scalarText(tree, resolve(tree, url)));
    if (name === undefined || version === undefined) return;
    this.count(name, version);
    const value = valueUnder(tree, map, 'value');
    if (table !== undefined && value !== -1) this.inside(resolve(tree, value), table, version, depth + 1);
  }

  private valuesOf({ shape }: CompiledField, node: NodeId): readonly NodeId[] {
    const { tree } = this;
    const target = resolve(tree, node);
    const kind = kindOf(tree, target);
    if (shape === 'list' && kind === NodeKind.List) return [...items(tree, target)];
    if (shape === 'map' && kind === NodeKind.Map) return [...keys(tree, target)].map((key) => key + 1);
    return [target];
  }

  private isSeen(node: NodeId, map: NodeId, type: string): boolean {
    if (node === map) return false;
    const key = `${map} ${type}`;
    if (this.seen.has(key)) return true;
    this.seen.add(key);
    return false;
  }
}

/** A field in either version by one spelling of its name. */
interface NamedField {
  readonly older: CompiledField | undefined;
  readonly newer: CompiledField | undefined;
  /** The name stands for another field, or for one that only one version deprecates. */
  readonly differs: boolean;
  /** What is in it may tell the version. */
  readonly tells: boolean;
}

/** A message as both versions have it. */
interface InBoth extends Needs {
  readonly two: CompiledMessage;
  readonly three: CompiledMessage;
  readonly bySpelling: Map<string, NamedField>;
  readonly needsNothing: boolean;
}

/** What one version demands of a message and the other does not. */
interface Needs {
  readonly required: readonly string[];
  /** The members of each one-of of which one has to be set. */
  readonly oneofs: readonly (readonly string[])[];
}

const inVersions = new WeakMap<CompiledMessage, InBoth>();

function inBoth(type: string): InBoth {
  const two = compiledMessage(type, 'v2');
  const known = inVersions.get(two);
  if (known !== undefined) return known;
  const three = compiledMessage(type, 'v3');
  const needs = differingNeeds(two, three);
  const needsNothing = needs.required.length + needs.oneofs.length === 0 && !selectsExtension(type);
  const made = { two, three, bySpelling: new Map<string, NamedField>(), needsNothing, ...needs };
  inVersions.set(two, made);
  return made;
}

/** Undefined where no version has it. */
function fieldIn({ two, three, bySpelling }: InBoth, spelling: string): NamedField | undefined {
  const known = bySpelling.get(spelling);
  if (known !== undefined) return known;
  const older = two.bySpelling.get(spelling);
  const found = three.bySpelling.get(spelling);
  const newer = found?.gone ? undefined : found;
  if (older === undefined && newer === undefined) return undefined;
  const differs =
    older?.key !== newer?.key ||
    (older?.spec.deprecated === undefined) !== (newer?.spec.deprecated === undefined);
  const made = { older, newer, differs, tells: TELLING.has((older ?? newer)?.element.kind) };
  // A part of a file's text would keep all of it.
  bySpelling.set(ownText(spelling), made);
  return made;
}

/** Kinds of values that may be of one version only, or hold what is. */
const TELLING: ReadonlySet<string | undefined> = new Set(['any', 'message', 'struct', 'enum']);

function differingNeeds(two: CompiledMessage, three: CompiledMessage): Needs {
  const required = [two, three].map((table) => new Set(table.required.map(({ key }) => key)));
  const demanded = [two, three].map(
    ({ oneofs }) =>
      new Map(
        oneofs.flatMap(({ name, need, members }) =>
          need === 'exactly one' ? [[name, members.map(({ key }) => key)] as const] : [],
        ),
      ),
  );
  const alone = <T>(one: Iterable<T>, other: { has(each: T): boolean } | undefined): readonly T[] =>
    [...one].filter((each) => !other?.has(each));
  const [first, second] = demanded;
  return {
    required: [...alone(required[0] ?? [], required[1]), ...alone(required[1] ?? [], required[0])],
    oneofs: [
      ...alone(first?.keys() ?? [], second).flatMap((name) => [first?.get(name) ?? []]),
      ...alone(second?.keys() ?? [], first).flatMap((name) => [second?.get(name) ?? []]),
    ],
  };
}

/** Whether a message lacks what one version demands, or names an extension without its type, which version 3 wants. */
function lacksOne({ two, required, oneofs }: InBoth, written: ReadonlySet<string>): boolean {
  if (required.some((key) => !written.has(key))) return true;
  if (oneofs.some((members) => !members.some((key) => written.has(key)))) return true;
  return selectsExtension(two.name) && !written.has('typed_config') && !written.has('config');
}
