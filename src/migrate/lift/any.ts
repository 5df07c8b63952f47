/** Messages that carry their type: an Any, a TypedStruct, a type URL on its own. */

import { renamed, successionOf } from '../../canonical/version-three/successor.ts';
import { isMessageOf } from '../../model/bind-any.ts';
import { isHandedOn } from '../../model/extension-config.ts';
import { isTypedStruct, messageOfUrl, parseTypeUrl } from '../../model/type-url.ts';
import { isSection } from '../../model/version.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import { type NamedMessage, typeIn } from '../../schema/version.ts';
import {
  isNull,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  scalarText,
  skipOf,
  valueUnder,
} from '../../source/tree.ts';
import { renameExtension, urlInThree } from './extension.ts';
import { type Findings, type Place, whyExtensionIsGone } from './findings.ts';
import { below, pointerOfWay } from './units.ts';

/** Walks into a message. */
export type Walk = (node: NodeId, id: string, place: Place) => void;

/** Where an Any stands. */
interface Held {
  readonly field: CompiledField;
  /** The message that the extension around it takes, where that is known. */
  readonly selected: string | undefined;
}

export function renameAny(findings: Findings, node: NodeId, held: Held, at: Place, walk: Walk): void {
  const { tree } = findings;
  const { field, selected } = held;
  const map = resolve(tree, node);
  if (kindOf(tree, map) !== NodeKind.Map) {
    findings.unreadable(at, map, `${at.holder}.${field.name}`, 'a map with an "@type"');
    return;
  }
  const type = valueUnder(tree, map, '@type');
  if (type === -1) {
    untyped(findings, map, held, at, walk);
    return;
  }
  const name = afterPrefix(scalarText(tree, type));
  if (name === '') {
    findings.unreadable(at, type, '"@type"', 'the name of a type');
    return;
  }
  if (name === STRUCT) struct(findings, map, selected, at, walk);
  else if (name === EMPTY && selected !== undefined) empty(findings, map, selected, at);
  else if (isTypedStruct(name)) typedStruct(findings, map, field, at, walk);
  else typed(findings, map, type, at, walk);
}

const STRUCT = 'google.protobuf.Struct';
const EMPTY = 'google.protobuf.Empty';
const EMPTY_KEYS: ReadonlySet<string> = new Set(['@type', 'value']);

/** A message that stands for itself, with its `@type` or without. @param id the table that it is read as */
export function renameWhole(findings: Findings, node: NodeId, id: string, at: Place, walk: Walk): void {
  const { tree } = findings;
  const map = resolve(tree, node);
  const type = kindOf(tree, map) === NodeKind.Map ? valueUnder(tree, map, '@type') : -1;
  const isTyped = type !== -1 && messageOfUrl(scalarText(tree, type))?.id === id;
  if (isTyped) typed(findings, map, type, at, walk);
  else walk(node, id, at);
}

/** An Empty in place of the extension's own type says that there is nothing to set; its JSON form may have a `value`. */
function empty(findings: Findings, map: NodeId, selected: string, at: Place): void {
  const { tree } = findings;
  const stray = [...keys(tree, map)].find((key) => !EMPTY_KEYS.has(scalarText(tree, key)));
  if (stray !== undefined) {
    const spelling = scalarText(tree, stray);
    const reason = `${spelling} stands beside "@type": ${EMPTY}, which has no fields; remove it`;
    findings.obstacle({ ...at, way: below(at.way, spelling) }, stray + 1, EMPTY, reason);
    return;
  }
  const value = valueUnder(tree, map, 'value');
  const held = value === -1 ? -1 : resolve(tree, value);
  if (held !== -1 && !isNull(tree, held) && skipOf(tree, held) > held + 1) {
    const reason = `value holds fields, which a ${EMPTY} does not have; write "@type": ${urlInThree(selected, findings.options.namespace)} if they are meant, or remove it`;
    findings.obstacle({ ...at, way: below(at.way, 'value') }, value, EMPTY, reason);
    return;
  }
  if (value !== -1) findings.push(at, map, { op: 'remove', path: `${pointerOfWay(at.way)}/value` });
  retype(findings, map, selected, at);
}

/** Dumps of older proxies leave types out; an Any without fields says nothing. */
function untyped(findings: Findings, map: NodeId, { field, selected }: Held, at: Place, walk: Walk): void {
  const isEmpty = skipOf(findings.tree, map) === map + 1;
  const { holds } = field.spec;
  const own = holds !== undefined && isMessageOf(findings.tree, map, holds) ? holds : undefined;
  const held = own ?? (isEmpty ? selected : undefined);
  const url = (id: string): string | undefined => urlInThree(id, findings.options.namespace);
  if (held !== undefined) {
    const value = url(held);
    renameExtension(findings, map, { id: held, version: at.version }, held, at);
    if (value !== undefined)
      findings.push(at, map, { op: 'add', path: `${pointerOfWay(at.way)}/@type`, value, first: true });
    walk(map, held, at);
  } else if (!isEmpty && at.version === 'v2') {
    const likely = selected === undefined ? undefined : url(selected);
    const remedy = likely === undefined ? 'write "@type" first' : `write "@type": ${likely}`;
    const reason = `it has no "@type", without which no version reads it; ${remedy}`;
    findings.obstacle(at, map, at.holder, reason);
  }
}

function typed(findings: Findings, map: NodeId, type: NodeId, at: Place, walk: Walk): void {
  const url = scalarText(findings.tree, type);
  const found = knownType(findings, map, url, at);
  if (found === undefined) return;
  const unit = findings.units.of(at.unit, found.id, map, at.way);
  const inside = { ...at, unit, version: found.version };
  renameExtension(findings, map, found, afterPrefix(url), inside);
  walk(map, found.id, inside);
  renameTypeUrl(findings, type, { ...inside, way: below(at.way, '@type') });
}

/** Where sections of dumps stand: in a dump, and by themselves. */
const HOLDS_SECTIONS: ReadonlySet<string> = new Set(['ConfigDump', '']);

/** The message of a type; one of the proxy's own that nobody knows stands in the way. */
function knownType(findings: Findings, map: NodeId, url: string, at: Place): NamedMessage | undefined {
  const found = messageOfUrl(url);
  const name = afterPrefix(url);
  const own = parseTypeUrl(url);
  if (found?.version === 'v2' && isSection(own.name) && !HOLDS_SECTIONS.has(at.holder)) {
    const reason = `${name} is a section of a dump, which stands in no other message; remove it`;
    findings.obstacle(at, map, name, reason);
    return undefined;
  }
  if (found !== undefined) return found;
  const gone = whyExtensionIsGone(own.name);
  if (gone !== undefined) findings.obstacle(at, map, name, `${name}: ${gone}`);
  else if (own.namespace === findings.options.namespace) {
    const reason = `cfgtool does not know the type ${name}; look up its successor and write it by hand`;
    findings.obstacle(at, map, name, reason);
  } else if (!name.startsWith('google.protobuf.'))
    findings.warnings.add(`${name} is no type of the proxy's own API and stays as it is`);
  return undefined;
}

/** A text that is a type URL. */
export function renameTypeUrl(findings: Findings, node: NodeId, at: Place): void {
  const url = scalarText(findings.tree, resolve(findings.tree, node));
  const found = messageOfUrl(url);
  const now = found?.version === 'v2' ? typeIn('v3', found.id) : undefined;
  if (now === undefined) return;
  const value = url.slice(0, url.length - parseTypeUrl(url).name.length) + now;
  findings.push(at, node, { op: 'replace', path: pointerOfWay(at.way), value });
}

/** Data with the type of its message beside it; what the proxy hands on as it stands is of no version. */
function typedStruct(findings: Findings, map: NodeId, field: CompiledField, at: Place, walk: Walk): void {
  const { tree } = findings;
  if (isHandedOn(at.holder, field.name)) return;
  const fields = new Map<string, NodeId>();
  let stray: NodeId | undefined;
  for (const key of keys(tree, map)) {
    const spelling = scalarText(tree, key);
    const name = spelling === 'typeUrl' ? 'type_url' : spelling;
    if (!TYPED_STRUCT_FIELDS.has(name) || fields.has(name)) stray ??= key;
    else fields.set(name, key);
  }
  const url = fields.get('type_url');
  if (url === undefined) return;
  const held = scalarText(tree, resolve(tree, url + 1));
  const name = afterPrefix(held);
  const found = knownType(findings, map, held, at);
  if (found === undefined) return;
  if (stray !== undefined) {
    // It is data then, in which nobody reads anything of version 3.
    const spelling = scalarText(tree, stray);
    const reason = `${spelling} stands in a TypedStruct, which has a type_url and a value and nothing else, so that nobody reads it as ${name}; remove it`;
    if (found.version === 'v2')
      findings.obstacle({ ...at, way: below(at.way, spelling) }, stray + 1, 'TypedStruct', reason);
    return;
  }
  renameExtension(findings, map, found, name, { ...at, version: found.version });
  const value = valueUnder(tree, map, 'value');
  const inside = { ...at, way: below(at.way, 'value'), version: found.version };
  if (value !== -1 && !isNull(tree, value)) walk(value, found.id, inside);
  renameTypeUrl(findings, url + 1, { ...at, way: below(at.way, scalarText(tree, url)) });
}

const TYPED_STRUCT_FIELDS: ReadonlySet<string> = new Set(['@type', 'type_url', 'value']);

/** Data where version 3 demands the extension's own type: its fields move up beside it. */
function struct(findings: Findings, map: NodeId, selected: string | undefined, at: Place, walk: Walk): void {
  const { tree } = findings;
  if (selected === undefined) {
    const reason =
      'it is a google.protobuf.Struct, and cfgtool does not know which message the extension takes; give it the "@type" of that message';
    findings.obstacle(at, map, STRUCT, reason);
    return;
  }
  for (const key of keys(tree, map)) {
    const spelling = scalarText(tree, key);
    if (spelling === '@type' || spelling === 'value') continue;
    const reason = `${spelling} stands beside "@type": ${STRUCT}, whose content stands in its value; move it there`;
    findings.obstacle({ ...at, way: below(at.way, spelling) }, key + 1, STRUCT, reason);
  }
  const value = valueUnder(tree, map, 'value');
  const held = value === -1 ? -1 : resolve(tree, value);
  if (held !== -1 && kindOf(tree, held) === NodeKind.Map) {
    const way = below(at.way, 'value');
    walk(value, selected, { ...at, way });
    for (const key of keys(tree, held)) {
      const spelling = scalarText(tree, key);
      const succession = successionOf(selected, spelling, at.version);
      const name = succession === undefined ? spelling : renamed(spelling, succession);
      const [from, path] = [pointerOfWay(below(way, name)), pointerOfWay(below(at.way, name))];
      findings.push(at, map, { op: 'move', from, path });
    }
    findings.push(at, map, { op: 'remove', path: pointerOfWay(way) });
  }
  retype(findings, map, selected, at);
}

/** Gives an Any the type in version 3 of the message that its extension takes. */
function retype(findings: Findings, map: NodeId, id: string, at: Place): void {
  const value = urlInThree(id, findings.options.namespace);
  renameExtension(findings, map, { id, version: 'v2' }, id, at);
  if (value === undefined) return;
  findings.push(at, map, { op: 'replace', path: `${pointerOfWay(at.way)}/@type`, value });
}

function afterPrefix(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
