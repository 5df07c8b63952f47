/** Values and their texts in random styles: what people write, and what they could have written. */
import { type Data, isList, isMap } from '../../../src/source/data.ts';
import type { Dice } from './dice.ts';

const KEYS = [
  'name',
  'type',
  'hosts',
  'a',
  'b',
  'c',
  '@type',
  'tls_context',
  'x y',
  'on',
  '1',
  'a/b',
  'm~n',
  'k:v',
  'ü',
];
const STRINGS = [
  'a',
  'b c',
  '',
  'yes',
  '12',
  'x: y',
  'a # b',
  '*',
  '{x}',
  'a, b',
  ' lead',
  'trail ',
  'two\nlines',
  'end\n',
  'one\n\nthree\n',
  'keep\n\n',
  'a\n\n\n',
  '- dash',
  '10.0.0.1',
  'type.googleapis.com/x.Y',
  "it's",
  '"q"',
  'tab\there',
  '\\back',
  '#',
  '::1',
  '~',
  '1e3',
  '2020-01-01',
];

/** A value at most `depth` levels deep. */
export function randomData(dice: Dice, depth: number): Data {
  const kind = depth === 0 ? dice.roll(4) : dice.roll(9);
  if (kind >= 6) {
    const map: { [key: string]: Data } = {};
    for (let left = dice.roll(5); left > 0; left--) map[dice.pick(KEYS)] = randomData(dice, depth - 1);
    return map;
  }
  if (kind >= 4) return Array.from({ length: dice.roll(5) }, () => randomData(dice, depth - 1));
  return kind === 3 ? dice.pick([1, 0, -7, 1.5, true, false, null, 1e21, 123456]) : dice.pick(STRINGS);
}

/** A map or list with something in it. */
export function randomRoot(dice: Dice, depth: number): Data {
  for (;;) {
    const data = randomData(dice, depth);
    if ((isList(data) && data.length > 0) || (isMap(data) && Object.keys(data).length > 1)) return data;
  }
}

export interface YamlText {
  readonly text: string;
  /** Texts of its comments, each different. */
  readonly comments: readonly string[];
}

interface Writer {
  readonly dice: Dice;
  readonly comments: string[];
  readonly step: number;
  readonly listOffset: number;
  readonly wild: boolean;
  readonly anchors: { readonly name: string; readonly data: string }[];
  readonly aliases: boolean;
}

/** Writes a value as YAML in random styles. */
export function randomYaml(dice: Dice, data: Data, aliases = false): YamlText {
  const comments: string[] = [];
  const step = dice.pick([2, 2, 2, 4, 3, 1]);
  const writer: Writer = {
    dice,
    comments,
    step,
    listOffset: dice.once(2) ? 0 : dice.pick([step, 2]),
    wild: dice.once(2),
    anchors: [],
    aliases,
  };
  const lines: string[] = [];
  if (dice.once(6)) lines.push('---');
  if (dice.once(3)) lines.push(comment(writer), ...(dice.once(2) ? [''] : []));
  if (dice.once(8)) lines.push(flow(writer, data, false) ?? 'null');
  else lines.push(...block(writer, data, 0));
  if (dice.once(4)) lines.push(comment(writer));
  if (dice.once(6)) lines.push('...');
  const eol = dice.once(4) ? '\r\n' : '\n';
  return { text: (dice.once(10) ? '\ufeff' : '') + lines.join(eol) + (dice.once(5) ? '' : eol), comments };
}

function comment(writer: Writer): string {
  const text =
    `# note ${writer.comments.length} ${writer.dice.pick(['', 'x: y', '- z', '{', '"', "it's"])}`.trimEnd();
  writer.comments.push(text);
  return text;
}

/** Comment lines and blank lines before an entry. */
function before(writer: Writer, column: number): string[] {
  const { dice } = writer;
  const lines: string[] = [];
  while (dice.once(5)) {
    const kind = dice.roll(4);
    if (kind === 0) lines.push('');
    else if (kind === 1 && writer.wild) lines.push(' '.repeat(dice.roll(column + 4)) + comment(writer));
    else lines.push(' '.repeat(column) + comment(writer));
  }
  return lines;
}

function tail(writer: Writer): string {
  return writer.dice.once(6)
    ? ' '.repeat(1 + writer.dice.roll(2)) + comment(writer)
    : writer.dice.once(20)
      ? ' '
      : '';
}

function block(writer: Writer, data: Data, column: number): string[] {
  const pad = ' '.repeat(column);
  const lines: string[] = [];
  if (isList(data)) {
    if (data.length === 0) return [`${pad}[]`];
    const gap = writer.wild && writer.dice.once(3) ? '   ' : ' ';
    for (const item of data)
      lines.push(...before(writer, column), ...behind(writer, item, `${pad}-`, column, gap, true));
    return lines;
  }
  if (!isMap(data) || Object.keys(data).length === 0) return [pad + (flow(writer, data, false) ?? 'null')];
  for (const [key, item] of Object.entries(data)) {
    lines.push(
      ...before(writer, column),
      ...behind(writer, item, `${pad}${keyText(writer, key)}:`, column, ' ', false),
    );
  }
  return lines;
}

/** A value behind a key or a dash. */
function behind(
  writer: Writer,
  data: Data,
  intro: string,
  column: number,
  gap: string,
  dash: boolean,
): string[] {
  const { dice } = writer;
  let properties = '';
  if (writer.aliases) {
    const known = writer.anchors.filter((anchor) => anchor.data === JSON.stringify(data));
    if (known.length > 0 && dice.once(2)) return [`${intro} *${dice.pick(known).name}${tail(writer)}`];
    if (dice.once(4)) {
      const name = `n${writer.anchors.length}`;
      properties = `&${name}`;
      const lines = shape(writer, data, `${intro} ${properties}`, column, ' ', dash, true);
      writer.anchors.push({ name, data: JSON.stringify(data) });
      return lines;
    }
  }
  return shape(writer, data, intro, column, gap, dash, false);
}

function shape(
  writer: Writer,
  data: Data,
  intro: string,
  column: number,
  gap: string,
  dash: boolean,
  named: boolean,
): string[] {
  const { dice } = writer;
  const holds = (isList(data) && data.length > 0) || (isMap(data) && Object.keys(data).length > 0);
  if (!holds || dice.once(5)) {
    if (typeof data === 'string' && dice.once(3)) {
      const scalar = blockScalar(writer, data, column);
      if (scalar) return [intro + gap + scalar.header, ...scalar.lines];
    }
    const text = flow(writer, data, dice.once(4));
    if (text === undefined) return [intro + tail(writer)];
    const lines = text.split('\n');
    const deep = ' '.repeat(column + 1 + dice.roll(3));
    if (!named && dice.once(12))
      return [intro + tail(writer), ...before(writer, column + 1), ...lines.map((line) => deep + line)];
    return [
      intro + gap + lines[0] + (lines.length === 1 ? tail(writer) : ''),
      ...lines.slice(1).map((line) => deep + line),
    ];
  }
  const isInLine = dash && !named && !dice.once(6);
  const inner =
    isInLine || dash ? column + 1 + gap.length : column + (isList(data) ? writer.listOffset : writer.step);
  const lines = block(writer, data, inner);
  if (!isInLine) return [intro + tail(writer), ...lines];
  const [first = '', ...others] = lines;
  // What stands before the first entry can stand behind the dash only if it is a comment there.
  if (/^ *(?:#|$)/.test(first)) return [intro + tail(writer), ...lines];
  return [intro + gap + first.slice(inner), ...others];
}

function blockScalar(
  writer: Writer,
  text: string,
  column: number,
): { header: string; lines: string[] } | undefined {
  if (/\t|\r|^ | \n| $/.test(text) || text === '' || text === '\n') return undefined;
  const chomp = text.endsWith('\n\n') ? '+' : text.endsWith('\n') ? '' : '-';
  const { dice } = writer;
  const explicit = dice.once(6);
  const deep = explicit ? 2 : 1 + dice.roll(3);
  const body = text.replace(/\n$/, '').split('\n');
  const pad = ' '.repeat(column + deep);
  const lines = body.map((line) => (line === '' ? '' : pad + line));
  if (!explicit && chomp !== '+' && body.length === 1 && dice.once(3)) {
    return {
      header: `>${chomp}${tail(writer)}`,
      lines: lines.flatMap((line) => line.replace(/ /g, '\n').split('\n')).map((line) => pad + line.trim()),
    };
  }
  return { header: `|${explicit ? '2' : ''}${chomp}${tail(writer)}`, lines };
}

function keyText(writer: Writer, key: string): string {
  return writer.dice.once(5) || !/^[a-z_]+$/.test(key) || key === 'on' ? JSON.stringify(key) : key;
}

/** A value in brackets or as a scalar; undefined for a null that is not written. */
function flow(writer: Writer, data: Data, spread: boolean, inside = false): string | undefined {
  const { dice } = writer;
  if (isList(data) || isMap(data)) {
    const [open, close] = isList(data) ? '[]' : '{}';
    const entries = isList(data)
      ? data.map((item) => flow(writer, item, spread, true) ?? 'null')
      : Object.entries(data).map(([key, item]) => {
          const quotedKey = JSON.stringify(key);
          const value = flow(writer, item, spread, true) ?? 'null';
          return dice.once(6) ? `${quotedKey}:${value}` : `${keyText(writer, key)}: ${value}`;
        });
    if (entries.length === 0) return `${open}${close}`;
    if (spread) {
      const breakAt = (last: boolean): string =>
        dice.once(4) ? ` ${comment(writer)}\n` : last && dice.once(2) ? '' : '\n';
      const trailing = dice.once(3) ? ',' : '';
      const body = entries.map(
        (entry, at) =>
          entry.replaceAll('\n', '\n ') +
          (at < entries.length - 1 ? `,${breakAt(false)}` : trailing + breakAt(true)),
      );
      return `${open}${dice.once(2) ? '\n' : ''}${body.join('')}${close}`;
    }
    const padding = dice.once(2) ? ' ' : '';
    return `${open}${padding}${entries.join(dice.once(3) ? ',' : ', ').replace(/,(?=[^ "'[{])/g, ', ')}${padding}${close}`;
  }
  if (data === null) return !inside && dice.once(2) ? undefined : dice.pick(['null', '~']);
  if (typeof data === 'string') return scalar(writer, data);
  return String(data).replace(/^1e\+21$/, '1.0e+21');
}

function scalar(writer: Writer, text: string): string {
  if (writer.dice.once(6) && text === '12') return '!!str 12';
  if (writer.dice.once(3) && text === 'b c')
    return writer.dice.pick(['b\nc', '"b\nc"', "'b\nc'", '"b \\\nc"']);
  const kind = writer.dice.roll(3);
  if (kind === 0 && /^[a-z][a-z0-9./]*( [a-z]+)*$/i.test(text) && text !== 'yes') return text;
  if (kind === 1 && !/[\n\t]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text);
}

/** Writes a value as JSON in a random layout. */
export function randomJson(dice: Dice, data: Data): string {
  const eol = dice.once(4) ? '\r\n' : '\n';
  const kind = dice.roll(4);
  const step = dice.pick(['  ', '    ', '\t', ' ']);
  if (kind === 0) return JSON.stringify(data);
  if (kind === 1) return JSON.stringify(data, null, step).replaceAll('\n', eol) + (dice.once(3) ? '' : eol);
  const blank = (): string => (dice.once(3) ? ' ' : dice.once(6) ? eol + step.repeat(dice.roll(3)) : '');
  const write = (value: Data, margin: string): string => {
    if (!isList(value) && !isMap(value)) return JSON.stringify(value);
    const [open, close] = isList(value) ? '[]' : '{}';
    const lines = kind === 2 && dice.once(2);
    const inner = margin + step;
    const entries = isList(value)
      ? value.map((item) => write(item, inner))
      : Object.entries(value).map(
          ([key, item]) => `${JSON.stringify(key)}${blank()}:${blank()}${write(item, inner)}`,
        );
    if (entries.length === 0) return open + blank() + close;
    const comma = dice.once(6) ? ',' : '';
    if (lines)
      return `${open}${eol}${inner}${entries.join(`,${eol}${inner}`)}${comma}${eol}${margin}${close}`;
    return open + entries.map((entry) => blank() + entry + blank()).join(',') + comma + blank() + close;
  };
  return blank() + write(data, '') + (dice.once(2) ? eol : '');
}
