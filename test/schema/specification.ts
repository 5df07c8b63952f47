/** Reads the messages, fields, enums and groups out of the specification's Markdown, for the tests of the tables. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../../../shared/data-model.md', import.meta.url));

/** The specification's lines, or undefined in a checkout that has none beside it. */
export const specificationLines: readonly string[] | undefined = existsSync(path)
  ? readFileSync(path, 'utf8').split('\n')
  : undefined;

export interface SpecifiedField {
  /** As the specification spells it: it shortens names and writes `message` as in `route.RateLimit.Action`. */
  readonly message: string;
  readonly field: string;
  /** As written, without `REQUIRED` and `(empty)`. */
  readonly type: string;
  readonly required: boolean;
  /** The field's type is a message said to have no fields. */
  readonly empty: boolean;
  readonly rules: string;
  readonly heading: string;
  readonly line: number;
}

export interface SpecifiedEnum {
  readonly name: string;
  readonly heading: string;
  readonly line: number;
  readonly values: readonly { readonly name: string; readonly remark: string }[];
}

export interface SpecifiedGroup {
  readonly message: string;
  readonly heading: string;
  readonly members: readonly string[];
  /** Unknown where the specification only says that two fields exclude each other. */
  readonly need: 'exactly one' | 'at most one' | 'exclusive';
}

export interface Specification {
  readonly headings: ReadonlySet<string>;
  readonly fields: readonly SpecifiedField[];
  readonly enums: readonly SpecifiedEnum[];
  readonly groups: readonly SpecifiedGroup[];
}

const scalarTypes =
  'string|bool|uint32|int64|double|bytes|Duration|BoolValue|UInt32Value|UInt64Value|Struct|Any';
/** `name (type, REQUIRED; remark)` in running text. */
const fieldInText = new RegExp(
  `\`?(\\w+)\`? \\(((?:repeated )?(?:${scalarTypes}|[a-z]+(?:\\.[A-Z]\\w+)+))(, REQUIRED)?([^)]*)\\)`,
  'g',
);
/** `Name: ` or `Name and Name each have: ` at the beginning of a sentence. */
const subjectInText = /(?:^|\. )([A-Z][\w.]*(?: and [A-Z][\w.]*)*)(?: each have)?: /g;

export function parseSpecification(lines: readonly string[]): Specification {
  const headings = new Set<string>();
  const fields: SpecifiedField[] = [];
  const enums: SpecifiedEnum[] = [];
  const prose: { heading: string; message: string; text: string }[] = [];
  let heading = '';
  let message = '';
  let columns: readonly string[] = [];
  const start = lines.indexOf('## Resources and their fields');
  const end = lines.indexOf('## States and transitions');
  for (let index = start + 1; index < end; index++) {
    const text = lines[index] ?? '';
    const line = index + 1;
    const title = /^###+ (.*)$/.exec(text)?.[1];
    if (title !== undefined) {
      heading = title;
      message = title.replace(/ \(.*\)$/, '');
      headings.add(heading);
      columns = [];
    } else if (text.startsWith('|')) {
      const cells = cellsOf(text);
      if (columns.length === 0) columns = cells;
      else if (cells.every((cell) => /^-+$/.test(cell))) continue;
      else if (columns[0] === 'Enum')
        enums.push({ name: cells[0] ?? '', heading, line, values: valuesOf(cells[1] ?? '') });
      else {
        const [of, field, type, rules] = columns[0] === 'Type' ? cells : [message, ...cells];
        fields.push({
          message: of ?? '',
          field: field ?? '',
          ...typeOf(type ?? '', rules ?? ''),
          rules: rules ?? '',
          heading,
          line,
        });
      }
    } else if (text !== '') {
      columns = [];
      const named = /^([\w.]+)(?: fields)?: *(?:precisely one of the following fields\.)?$/.exec(text)?.[1];
      if (named !== undefined) message = named;
      const listed = /^([\w.]+) values: (.*)\.$/.exec(text);
      if (listed) enums.push({ name: listed[1] ?? '', heading, line, values: valuesOf(listed[2] ?? '') });
      else prose.push({ heading, message, text });
      fields.push(...fieldsInText(text, message, heading, line));
    }
  }
  return { headings, fields, enums: [...enums, ...enumsInRules(fields)], groups: groupsOf(fields, prose) };
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, row.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}

function typeOf(text: string, rules: string): { type: string; required: boolean; empty: boolean } {
  return {
    type: text.replace(/, REQUIRED$/, '').replace(/ \(empty\)$/, ''),
    required: text.endsWith(', REQUIRED'),
    empty: text.endsWith(' (empty)') || rules.startsWith('empty message'),
  };
}

/** `A (default; remark), B, C (remark)`; a remark may hold commas. */
function valuesOf(text: string): { name: string; remark: string }[] {
  return [...text.matchAll(/(?:^|, )([A-Z][A-Z0-9_]*)(?: \(([^)]*)\))?(?=[,.;]|$)/g)].map((match) => ({
    name: match[1] ?? '',
    remark: match[2] ?? '',
  }));
}

/** Enums that only the rules of a field list: `default A (503); alternative B (404)`, `A (default) or B`. */
function enumsInRules(fields: readonly SpecifiedField[]): SpecifiedEnum[] {
  return fields
    .filter((field) => /(alternative|\(default\) or) [A-Z]/.test(field.rules))
    .map(({ type, heading, line, rules }) => ({
      name: type,
      heading,
      line,
      values: [...rules.matchAll(/[A-Z]+(?:_[A-Z]+)+/g)].map((match, at) => ({
        name: match[0],
        remark: at === 0 ? 'default' : '',
      })),
    }));
}

function fieldsInText(text: string, message: string, heading: string, line: number): SpecifiedField[] {
  if (text.startsWith('Precisely one of: ')) {
    return [...text.matchAll(/`(\w+)` \(([\w.]+)\)/g)].map((match) => ({
      message,
      field: match[1] ?? '',
      type: match[2] ?? '',
      required: false,
      empty: false,
      rules: '',
      heading,
      line,
    }));
  }
  const subjects = [...text.matchAll(subjectInText)];
  return subjects.flatMap((subject, at) => {
    const part = text.slice(subject.index, subjects[at + 1]?.index);
    const found = [...part.matchAll(fieldInText)];
    return (subject[1] ?? '').split(' and ').flatMap((of) =>
      found.map((match) => ({
        message: of,
        field: match[1] ?? '',
        type: match[2] ?? '',
        required: match[3] !== undefined,
        empty: false,
        rules: match[4] ?? '',
        heading,
        line,
      })),
    );
  });
}

function groupsOf(
  fields: readonly SpecifiedField[],
  prose: readonly { heading: string; message: string; text: string }[],
): SpecifiedGroup[] {
  const groups: SpecifiedGroup[] = [];
  const add = (message: string, heading: string, text: string, own?: SpecifiedField): void => {
    const names = fields
      .filter((field) => field.message === message && field.heading === heading)
      .map((field) => field.field);
    for (const match of text.matchAll(
      /(precisely one of|only one of|\bone of)\b:? (.*?)(?=[;:] |\. |\.$|$)/gi,
    )) {
      const list = match[2] ?? '';
      const every = /^the (\w+) fields\b|^the following fields/.test(list);
      const members = every ? names : names.filter((name) => new RegExp(`\\b${name}\\b(?!\\.)`).test(list));
      const need = /^precisely/i.test(match[0]) ? 'exactly one' : 'at most one';
      groups.push({ message, heading, members, need });
    }
    for (const match of text.matchAll(/exclusive with (\w+)( above)?/g)) {
      const other = match[2] === undefined ? match[1] : names[names.indexOf(own?.field ?? '') - 1];
      groups.push({ message, heading, members: [own?.field ?? '', other ?? ''], need: 'exclusive' });
    }
  };
  for (const field of fields) if (field.rules !== '') add(field.message, field.heading, field.rules, field);
  for (const { heading, message, text } of prose) {
    const subjects = [...text.matchAll(subjectInText)].map((match) => match[1] ?? '');
    const each = text.includes(' each have: ') ? (subjects[0] ?? '').split(' and ') : [message];
    for (const of of each) add(of, heading, text);
  }
  return groups;
}
