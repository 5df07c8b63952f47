/** Secrets of many shapes, each with the pieces of it that no output may show. */
import { stringify } from 'yaml';

export interface Shape {
  readonly name: string;
  readonly secret: string;
  readonly pieces: readonly string[];
  /** Whether its looks tell that it is one, wherever it stands. */
  readonly isTold: boolean;
}

/** How much of a secret is too much, wherever it is cut, wrapped or escaped. */
const PIECE = 8;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** As good as random, and the same each time. */
function material(length: number, seed: number): string {
  let state = seed;
  let text = '';
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += DIGITS.charAt((state >> 12) % DIGITS.length);
  }
  return text;
}

function shape(name: string, secret: string, materials: readonly string[], isTold = false): Shape {
  const pieces = materials.flatMap((each) =>
    Array.from({ length: each.length - PIECE + 1 }, (_, at) => each.slice(at, at + PIECE)),
  );
  return { name, secret, pieces, isTold };
}

const lines = [material(64, 7), material(64, 11), material(40, 13)];
/** As many letters as tokens of three parts have, more than is shown of any text. */
const long = material(420, 17);
const parts = [material(10, 19), material(12, 23), material(14, 29), material(11, 31), material(9, 37)];
const [plain, other] = [material(24, 41), material(20, 43)];

export const shapes: readonly Shape[] = [
  shape(
    'a private key of several lines',
    `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
    lines,
    true,
  ),
  shape('a token', plain, [plain]),
  shape('a token with its scheme', `Bearer ${plain}1`, [plain], true),
  shape('a token that is longer than what is shown of a text', long, [long]),
  shape(
    'a password with quotes and other signs',
    `${parts[0]}"<${parts[1]}&'>${parts[2]}|%0A\\n${parts[3]}`,
    parts.slice(0, 4),
  ),
  shape('a password of several words', `${plain} ${other}`, [plain, other]),
  shape('lines that tabs and carriage returns part', `${plain}\r\n\t${other}\n${parts[4]}`, [plain, other]),
];

/** A piece of a secret that a text shows, with what stands before it; undefined where it shows none. */
export function shownPiece(text: string, { pieces }: Shape): string | undefined {
  // Wrapping puts line breaks and indentation anywhere.
  const joined = text.replace(/\s+/g, '');
  const found = pieces.find((piece) => joined.includes(piece));
  if (found === undefined) return undefined;
  const at = joined.indexOf(found);
  return joined.slice(Math.max(0, at - 200), at + 40);
}

/** The same data in the ways that people write files. */
export const ways: { readonly [way: string]: (data: object) => string } = {
  blocks: (data) => stringify(data),
  'folded lines': (data) => stringify(data, { lineWidth: 30, defaultStringType: 'QUOTE_DOUBLE' }),
  'single quotes': (data) => stringify(data, { lineWidth: 30, defaultStringType: 'QUOTE_SINGLE' }),
  'one line of JSON': (data) => JSON.stringify(data),
  'JSON with escapes': (data) =>
    JSON.stringify(data).replace(
      /[A-Z](?=[a-z0-9])/g,
      (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
    ),
  'YAML with escapes': (data) =>
    JSON.stringify(data).replace(/[A-Z](?=[a-z0-9])/g, (letter) => `\\x${letter.charCodeAt(0).toString(16)}`),
};
