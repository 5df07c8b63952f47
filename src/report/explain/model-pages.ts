/** Pages of the data model: messages, their fields, enumerations and their values. */
import type { CompiledField, CompiledMessage } from '../../schema/compiled.ts';
import { isGenerated, tableNames } from '../../schema/index.ts';
import type { EnumSpec } from '../../schema/language.ts';
import { OWN_SECTION } from '../../schema/own.ts';
import { facts, heading, paragraph, yaml } from './blocks.ts';
import { fieldExample, messageExample } from './example.ts';
import { deprecationText, fieldFacts, literalText, sectionText } from './facts.ts';
import type { Block, Fact, Page } from './page.ts';
import { shortName } from './subject.ts';
import { fieldsOf, typesText, versionsText } from './versions.ts';

/** What is said of messages and fields that only the reference tells of. */
const GENERATED =
  'Of version 3 only: cfgtool knows its type and its limits, and has no words of its own for it.';

/** The same of messages of the user's own. */
const OWN = 'From a descriptor set: cfgtool knows its type and its limits, and nothing else of it.';

const wordsFor = (section: string): string => (section === OWN_SECTION ? OWN : GENERATED);

const ALONE = 'no other message: it stands by itself or under `@type`';

/** More users of a type than these would hide the rest of its page. */
const MAX_USERS = 8;

export function fieldPage(table: CompiledMessage, field: CompiledField): Page {
  const values = field.element.kind === 'enum' ? [heading('Values'), valueTable(field.element.spec)] : [];
  return {
    title: `${table.name}.${field.name}`,
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

export function messagePage(table: CompiledMessage): Page {
  const { identity } = table.spec;
  const oneofs = table.oneofs.map((oneof): Fact => {
    const members = oneof.members.map((member) => member.name).join(', ');
    return { label: oneof.need, text: `of ${members}` };
  });
  const rows = fieldsOf(table.name).map(([held, field]) => [
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
  const holders = tableNames().filter((name) => fieldsHolding(name, type).length > 0);
  const users = holders.flatMap((name) => fieldsHolding(name, type));
  const more = users.length - MAX_USERS;
  const shown = users.slice(0, MAX_USERS).join(', ') + (more > 0 ? ` and ${more} more` : '');
  if (holders.some((name) => !isGenerated(name))) return shown;
  // What hardly a message holds is an extension's configuration, or a resource.
  return users.length === 0 ? ALONE : `${shown}; else it stands by itself or under \`@type\``;
}

/** The fields of a message that are of a type, as `Cluster.hosts`. */
function fieldsHolding(name: string, type: string): readonly string[] {
  return fieldsOf(name)
    .filter(([, { element }]) => 'name' in element && element.name === type)
    .map(([, field]) => `${shortName(name)}.${field.name}`);
}

export function enumPage(name: string, spec: EnumSpec): Page {
  return {
    title: name,
    subtitle: 'enumeration',
    blocks: [
      paragraph(spec.doc || wordsFor(spec.section)),
      valueTable(spec),
      facts([
        { label: 'used in', text: usersText(name) },
        { label: 'source', text: sectionText(spec.section) },
      ]),
    ],
  };
}

function valueTable(spec: EnumSpec): Block {
  const rows = Object.entries(spec.values).map(([name, value]) => {
    const deprecated = value.deprecated ? ` Deprecated: ${deprecationText(value.deprecated)}.` : '';
    const only = value.only === undefined ? '' : ` Version ${value.only.slice(1)} only.`;
    return [name, String(value.number), (value.doc + deprecated + only).trim()];
  });
  return { kind: 'table', columns: ['value', 'number', 'meaning'], rows };
}

export function valuePage(name: string, spec: EnumSpec, value: string): Page {
  const about = spec.values[value];
  const deprecated = about?.deprecated && { label: 'deprecated', text: deprecationText(about.deprecated) };
  const others = Object.keys(spec.values).filter((other) => other !== value);
  return {
    title: `${name}.${value}`,
    subtitle: deprecated ? 'enum value, deprecated' : 'enum value',
    blocks: [
      paragraph(about?.doc || spec.doc || wordsFor(spec.section)),
      facts([
        { label: 'number', text: `${about?.number}${about?.number === 0 ? ' (what absence means)' : ''}` },
        ...(deprecated ? [deprecated] : []),
        ...(about?.newer ? [{ label: 'versions', text: 'absent in the older form of the data model' }] : []),
        { label: 'instead of', text: others.join(', ') },
        { label: 'used in', text: usersText(name) },
        { label: 'source', text: sectionText(spec.section, about?.beyond) },
      ]),
    ],
  };
}
