/** Changes of a configuration's bytes, whatever they mean. */
import type { Draw } from './draw.ts';

const PIECES: readonly string[] = [
  ...'{}[]:,"\'#&*!|>-%@`~?\\\t\n\r \u0000\uFEFFa0.é\u001b\u202e\u200b\u2028\u0085',
  '\r\n',
  '\n- ',
  ': ',
  '"@type": ',
  '<<: *a',
  '---\n',
  '...\n',
  '%YAML 1.2\n---\n',
  '&a ',
  '*a',
  '!!str ',
  '|\n',
  '>-\n',
  '|2+\n',
  '? ',
  '/*x*/',
  '//',
  '# cfgtool-ignore all: x\n',
  '\ud83d\ude00',
  '"\\ud800"',
  '\u001b]0;x\u0007',
  '__proto__: 1\n',
  ',,',
  '[[[[',
  '{{{{',
];

type Mangling = (bytes: Buffer, draw: Draw, other: Buffer) => Buffer;

const cut: Mangling = (bytes, draw) => bytes.subarray(0, draw.below(bytes.length));
const behead: Mangling = (bytes, draw) => bytes.subarray(draw.below(bytes.length));
const splice: Mangling = (bytes, draw, other) =>
  Buffer.concat([bytes.subarray(0, draw.below(bytes.length)), other.subarray(draw.below(other.length))]);
const flip: Mangling = (bytes, draw) => {
  const made = Buffer.from(bytes);
  for (let times = draw.below(6) + 1; times > 0 && made.length > 0; times--) {
    const at = draw.below(made.length);
    made[at] = (made[at] ?? 0) ^ (1 << draw.below(8));
  }
  return made;
};
const insert: Mangling = (bytes, draw) => {
  const at = draw.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(draw.pick(PIECES)), bytes.subarray(at)]);
};
const drop: Mangling = (bytes, draw) => {
  const at = draw.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + draw.below(40))]);
};
const copyPart: Mangling = (bytes, draw) => {
  const from = draw.below(bytes.length);
  const part = bytes.subarray(from, from + draw.below(200));
  const at = draw.below(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
};
const invalid: Mangling = (bytes, draw) => {
  const at = draw.below(bytes.length + 1);
  const piece = draw.pick(['ff', 'c080', 'eda080', 'f5808080', 'e282', '80', 'fffe', 'feff0041']);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(piece, 'hex'), bytes.subarray(at)]);
};
const text =
  (change: (text: string, draw: Draw) => string): Mangling =>
  (bytes, draw) =>
    Buffer.from(change(bytes.toString(), draw));
const windows = text((whole) => whole.replace(/\r?\n/g, '\r\n'));
const oldMac = text((whole) => whole.replaceAll('\n', '\r'));
const marked = text((whole) => `\ufeff${whole}`);
const tabbed = text((whole, draw) => whole.replace(/ {2}/g, (spaces) => (draw.chance(0.05) ? '\t' : spaces)));
const indented = text((whole, draw) =>
  whole.replace(/\n +/g, (spaces) => (draw.chance(0.02) ? `${spaces} ` : spaces)),
);
const commented = text((whole, draw) =>
  whole.replace(/\n/g, (end) =>
    draw.chance(0.05) ? `  # ${draw.pick(PIECES).replace(/\s/g, '')}${end}` : end,
  ),
);
const wide = (bytes: Buffer): Buffer => Buffer.from(bytes.toString(), 'utf16le');

const MANGLINGS: readonly Mangling[] = [
  cut,
  behead,
  splice,
  splice,
  flip,
  flip,
  insert,
  insert,
  insert,
  insert,
  drop,
  drop,
  copyPart,
  copyPart,
  invalid,
  windows,
  oldMac,
  marked,
  tabbed,
  indented,
  commented,
  commented,
  wide,
];

/** Other bytes made of some; the other ones are what they may be spliced with. */
export function mangled(bytes: Buffer, draw: Draw, other: Buffer): Buffer {
  let made = bytes;
  for (let times = draw.pick([1, 1, 1, 2, 3, 5]); times > 0; times--)
    made = draw.pick(MANGLINGS)(made, draw, other);
  return made;
}
