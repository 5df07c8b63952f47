/** What the tables say about the key or value at a place, in Markdown. */

import { withNamespace } from '../../model/namespace.ts';
import { parseTypeUrl } from '../../model/type-url.ts';
import type { Fact } from '../../present/blocks.ts';
import { extensionPages } from '../../report/explain/extensions.ts';
import { fieldFacts } from '../../report/explain/facts.ts';
import { shortName } from '../../report/explain/subject.ts';
import { typesText } from '../../report/explain/versions.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import type { Span } from '../../source/lines.ts';
import { plainText } from '../context/scan.ts';
import type { TypedPlace } from '../context/typed-place.ts';
import { nameKindOf } from '../names.ts';

export interface Hover {
  /** Markdown. */
  readonly text: string;
  readonly span: Span;
}

/** Facts that help somebody who writes a configuration. */
const SHOWN: ReadonlySet<string> = new Set([
  'type',
  'required',
  'since',
  'deprecated',
  'removed',
  'default',
  'limits',
  'one of',
  'order',
  'presence',
  'names',
  'versions',
]);

/** Nothing where nothing is written, or the tables say nothing about it. */
export function fieldHover(text: string, { place, root, expected }: TypedPlace): Hover | undefined {
  const { namespace: span } = place;
  if (span.start === span.end || place.block !== undefined) return undefined;
  const written = plainText(text, span.start, span.end);
  const told = (markdown: string | undefined): Hover | undefined =>
    markdown === undefined ? undefined : { text: withNamespace(markdown, root.namespace), span };
  if (expected.kind === 'type') return told(place.at === 'key' ? TYPE_KEY : typeText(written));
  if (expected.kind === 'message') {
    if (place.at !== 'key') return undefined;
    const { table } = expected.owner;
    if (written === '@type') return told(TYPE_KEY);
    const field = table.bySpelling.get(written);
    return told(field && fieldText(table, field));
  }
  const { owner, field } = expected;
  if (expected.kind === 'value') return told(valueText(owner.table, field, written));
  return told(fieldText(owner.table, field));
}

/** What more is to be asked at a place: who leads to the cluster that it names, or what becomes of its route. */
export function reachKindOf({ expected }: TypedPlace): 'cluster' | 'route' | undefined {
  if (expected.kind === 'type') return undefined;
  const { table } = expected.owner;
  if (table.name === 'route.Route' || table.name === 'route.RouteMatch') return 'route';
  if (expected.kind === 'message') return undefined;
  const isName = table.name === 'Cluster' && expected.field.name === 'name';
  return isName || nameKindOf(table.name, expected.field) === 'cluster' ? 'cluster' : undefined;
}

const TYPE_KEY = 'The type of the message that stands here: a prefix, a slash, and its full name.';

function typeText(url: string): string | undefined {
  const { table, version } = parseTypeUrl(url);
  if (table === undefined) return undefined;
  const { spec } = compiledMessage(table, version);
  return [`**${shortName(table)}**`, spec.doc, typesText(table)]
    .filter((each) => each !== undefined && each !== '')
    .join('\n\n');
}

function fieldText(table: CompiledMessage, field: CompiledField): string {
  const head = `**${shortName(table.name)}.${field.name}**`;
  const facts = fieldFacts(table, field).filter(
    ({ label, text }) => SHOWN.has(label) && !(label === 'required' && text === 'no'),
  );
  return [head, field.spec.doc, facts.map(factText).join('\n')].filter((each) => each !== '').join('\n\n');
}

function factText({ label, text }: Fact): string {
  return `- *${label}*: ${text}`;
}

function valueText(table: CompiledMessage, field: CompiledField, written: string): string | undefined {
  const { element } = field;
  if (element.kind === 'enum') {
    const value = Object.entries(element.spec.values).find(
      ([name, { number }]) => name === written || String(number) === written,
    );
    if (value !== undefined) {
      const [name, { doc, deprecated }] = value;
      const old =
        deprecated === undefined
          ? ''
          : `**deprecated**${deprecated.use === '' ? '' : `: use ${deprecated.use}`}`;
      return [`**${name}**`, doc, old, fieldText(table, field)].filter((each) => each !== '').join('\n\n');
    }
  }
  const [extension] = field.name === 'name' ? extensionPages(written) : [];
  if (extension !== undefined) {
    const facts = extension.blocks.find((block) => block.kind === 'facts');
    const list = facts?.kind === 'facts' ? facts.facts.map(factText).join('\n') : '';
    return [`**${extension.title}**: ${extension.subtitle}`, list].filter((each) => each !== '').join('\n\n');
  }
  return fieldText(table, field);
}
