/** Pages of the data model: messages, their fields, enumerations and their values. */

import { type Block, type Fact, facts, heading, type Page, paragraph, yaml } from '../../present/blocks.ts';
import { historyOf } from '../../schema/at-release.ts';
import type { CompiledField, CompiledMessage } from '../../schema/compiled.ts';
import { enumSpec, isGenerated, tableNames } from '../../schema/index.ts';
import type {
  Deprecation,
  EnumSpec,
  EnumValueSpec,
  FieldHistory,
  ValueHistory,
} from '../../schema/language.ts';
import { OWN_SECTION } from '../../schema/own.ts';
import { isIn, sinceShown } from '../../schema/release.ts';
import { lookup } from '../../source/lookup.ts';
import { fieldExample, messageExample } from './example.ts';
import { deprecationText, fieldFacts, literalText, sectionText } from './facts.ts';
import { shortName } from './subject.ts';
import {
  absentText,
  fieldHistory,
  fieldIn,
  fieldsOf,
  removedText,
  sinceText,
  tableOf,
  typesText,
  type View,
  versionsText,
} from './versions.ts';

/** What is said of messages and fields that only the reference tells of. */
const GENERATED =
  'Of version 3 only: cfgtool knows its type and its limits, and has no words of its own for it.';

/** The same of messages of the user's own. */
const OWN = 'From a descriptor set: cfgtool knows its type and its limits, and nothing else of it.';

const wordsFor = (section: string): string => (section === OWN_SECTION ? OWN : GENERATED);

const ALONE = 'no other message: it stands by itself or under `@type`';

/** More users of a type than these would hide the rest of its page. */
const MAX_USERS = 8;

export function fieldPage(asked: CompiledMessage, wanted: CompiledField, view: View): Page {
  const title = `${asked.name}.${wanted.name}`;
  const found = fieldIn(asked, wanted, view);
  if (found === undefined)
    return absentPage(title, 'field', asked.name, fieldHistory(asked.name, wanted.name), view);
  const [table, field] = found;
  const { element } = field;
  const values =
    element.kind === 'enum'
      ? [heading('Values'), valueTable(element.name, enumSpec(element.name) ?? element.spec, view)]
      : [];
  return {
    title,
    subtitle: field.spec.deprecated ? 'field, deprecated' : 'field',
    blocks: [
      paragraph(field.spec.doc || wordsFor(table.spec.section)),
      facts(fieldFacts(table, field)),
      ...values,
      heading('Example'),
      yaml(fieldExample(field, table.version)),
    ],
  };
}

/** Of a field that earlier releases had; tables say nothing of it but that. */
export function goneFieldPage(message: string, field: string, view: View): Page {
  const history = fieldHistory(message, field);
  const isThere = view.release !== undefined && view.api !== 'v2' && isIn(history, view.release) !== false;
  return {
    ...absentPage(`${message}.${field}`, 'field, removed', message, history, view),
    ...(isThere && {
      blocks: [
        paragraph(`Release ${view.release} has it; cfgtool knows nothing of it but that.`),
        facts(historyFacts(message, history)),
      ],
    }),
  };
}

/** What a view has nothing of. */
function absentPage(title: string, subtitle: string, message: string, own: FieldHistory, view: View): Page {
  return {
    title,
    subtitle,
    blocks: [paragraph(absentText(message, own, view)), facts(historyFacts(message, own))],
  };
}

function historyFacts(message: string, own: FieldHistory): readonly Fact[] {
  const [since, removed] = [sinceText(message, own), removedText(message, own)];
  return [
    ...(since === undefined ? [] : [{ label: 'since', text: since }]),
    ...(own.deprecated === undefined
      ? []
      : [{ label: 'deprecated', text: `since ${sinceShown(own.deprecated)}` }]),
    ...(removed === undefined ? [] : [{ label: 'removed', text: removed }]),
  ];
}

export function messagePage(name: string, view: View = {}): Page {
  const table = tableOf(name, view);
  const isHistoric = table.version === 'v3' && view.release !== undefined;
  if (isHistoric && isIn(historyOf(name), view.release) === false)
    return absentPage(name, 'message', name, {}, view);
  const { identity } = table.spec;
  const oneofs = table.oneofs.map((oneof): Fact => {
    const members = oneof.members.map((member) => member.name).join(', ');
    return { label: oneof.need, text: `of ${members}` };
  });
  const rows = fieldsOf(name, view).map(([held, field]) => [
    field.name,
    shortType(field.spec.type, table.name),
    notes(held, field),
  ]);
  return {
    title: table.name,
    subtitle: 'message',
    blocks: [
      paragraph(table.spec.doc || wordsFor(table.spec.section)),
      rows.length === 0
        ? paragraph('It has no fields: that it is there is what counts.')
        : { kind: 'table', columns: ['field', 'type', 'notes'], rows },
      facts([
        ...oneofs,
        ...(identity
          ? [{ label: 'identity', text: `entries of a list are told apart by ${identity.join(', ')}` }]
          : []),
        ...typesFact(table.name),
        ...(table.version === 'v3' ? historyFacts(name, {}) : []),
        { label: 'used in', text: usersText(table.name) },
        { label: 'source', text: sectionText(table.spec.section) },
      ]),
      ...(rows.length === 0 ? [] : [heading('Example'), yaml(messageExample(table))]),
    ],
  };
}

function typesFact(name: string): readonly Fact[] {
  const text = typesText(name);
  return text === undefined ? [] : [{ label: 'type', text }];
}

function notes(table: CompiledMessage, field: CompiledField): string {
  const { spec } = field;
  const stated = spec.default && ('value' in spec.default ? literalText(spec.default.value) : 'derived');
  const parts = [
    spec.deprecated && 'deprecated',
    spec.required && (spec.requiredUnless ? `required unless ${spec.requiredUnless}` : 'required'),
    stated !== undefined && `default ${stated}`,
    spec.oneof && 'one-of',
    spec.order,
    spec.secret && 'secret',
    /^version \d(?= only)/.exec(versionsText(table, field) ?? '')?.[0],
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** A type without the long packages of extensions, and without the message that it is a part of. */
function shortType(type: string, within: string): string {
  return type.replace(`${within}.`, '').replace(/\b(?:config|admin)\.[a-z0-9_.]+\.(?=[A-Z])/g, '');
}

function usersText(type: string): string {
  users ??= usersOfTypes();
  const all = users.get(type) ?? [];
  const more = all.length - MAX_USERS;
  const names = all.slice(0, MAX_USERS).map(([holder, field]) => `${shortName(holder)}.${field}`);
  const shown = names.join(', ') + (more > 0 ? ` and ${more} more` : '');
  if (all.some(([holder]) => !isGenerated(holder))) return shown;
  // What hardly a message holds is an extension's configuration, or a resource.
  return all.length === 0 ? ALONE : `${shown}; else it stands by itself or under \`@type\``;
}

/** By a type, the fields that are of it, each with its message. */
type Users = ReadonlyMap<string, readonly (readonly [holder: string, field: string])[]>;

let users: Users | undefined;

function usersOfTypes(): Users {
  const found = new Map<string, (readonly [string, string])[]>();
  for (const holder of tableNames())
    for (const [, { element, name }] of fieldsOf(holder)) {
      if (!('name' in element)) continue;
      const known = found.get(element.name);
      if (known === undefined) found.set(element.name, [[holder, name]]);
      else known.push([holder, name]);
    }
  return found;
}

export function enumPage(name: string, spec: EnumSpec, view: View): Page {
  return {
    title: name,
    subtitle: 'enumeration',
    blocks: [
      paragraph(spec.doc || wordsFor(spec.section)),
      valueTable(name, spec, view),
      facts([
        { label: 'used in', text: usersText(name) },
        { label: 'source', text: sectionText(spec.section) },
      ]),
    ],
  };
}

function valueTable(held: string, spec: EnumSpec, view: View): Block {
  const { values: history = {} } = historyOf(held);
  const rows = Object.entries(spec.values).flatMap(([name, value]) => {
    const own = history[name] ?? {};
    if (!isInView(value, own, view)) return [];
    const stated = deprecationIn(value, own, view);
    const deprecated = stated ? ` Deprecated: ${deprecationText(stated)}.` : '';
    const only = value.only === undefined ? '' : ` Version ${value.only.slice(1)} only.`;
    const since =
      own.since === undefined || view.api === 'v2' ? '' : ` Since release ${sinceShown(own.since)}.`;
    return [[name, String(value.number), (value.doc + deprecated + only + since).trim()]];
  });
  return { kind: 'table', columns: ['value', 'number', 'meaning'], rows };
}

/** Whether a view has a value of an enum. */
function isInView({ only }: EnumValueSpec, own: ValueHistory, { api, release }: View): boolean {
  if (only !== undefined && api !== undefined && only !== api) return false;
  if (release === undefined || api === 'v2') return true;
  return only !== 'v2' && isIn(own, release) !== false;
}

/** Whether a view deprecates it; of both versions where that is not asked, what is said of both. */
function deprecationIn(
  { deprecated, in: versions }: EnumValueSpec,
  own: ValueHistory,
  { api, release }: View,
): Deprecation | undefined {
  const version = api ?? (release === undefined ? undefined : 'v3');
  const stated = (version && versions?.[version]?.deprecated) ?? deprecated;
  if (stated === undefined || release === undefined || version === 'v2' || own.deprecated === undefined)
    return stated;
  return isIn({ since: own.deprecated }, release) === true ? stated : undefined;
}

export function valuePage(name: string, spec: EnumSpec, value: string, view: View): Page {
  const about = lookup(spec.values, value);
  const { values: history = {} } = historyOf(name);
  const own = lookup(history, value) ?? {};
  const title = `${name}.${value}`;
  if (about !== undefined && !isInView(about, own, view))
    return absentPage(title, 'enum value', name, own, view);
  const stated = about && deprecationIn(about, own, view);
  const deprecated = stated && { label: 'deprecated', text: deprecationText(stated) };
  const { deprecated: _, ...told } = own;
  const others = Object.entries(spec.values)
    .filter(([other, each]) => other !== value && isInView(each, history[other] ?? {}, view))
    .map(([other]) => other);
  return {
    title,
    subtitle: deprecated ? 'enum value, deprecated' : 'enum value',
    blocks: [
      paragraph(about?.doc || spec.doc || wordsFor(spec.section)),
      facts([
        { label: 'number', text: `${about?.number}${about?.number === 0 ? ' (what absence means)' : ''}` },
        ...(deprecated ? [deprecated] : []),
        ...(view.api === 'v2' ? [] : historyFacts(name, told)),
        ...(about?.newer ? [{ label: 'versions', text: 'absent in the older form of the data model' }] : []),
        { label: 'instead of', text: others.join(', ') },
        { label: 'used in', text: usersText(name) },
        { label: 'source', text: sectionText(spec.section, about?.unmodelled) },
      ]),
    ],
  };
}
