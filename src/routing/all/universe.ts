/** Which texts a dimension of a request can be at all. */

import { once } from '../../source/once.ts';
import { parseRegex } from '../regex/parse.ts';
import { complement, LAST_CODE_POINT, type Ranges, rangesOf } from '../regex/ranges.ts';
import { charRange, NOTHING, type Regex, repeat, sequence } from '../regex/syntax.ts';
import { characterOf } from '../regex/utf8.ts';
import { HOST } from '../request/request.ts';

export interface Universe {
  /** Whether it is there in every request. */
  readonly always: boolean;
  readonly holds: (text: string) => boolean;
  readonly tree: () => Regex;
  /** What may follow a text that is one of these and not empty; left out where that is not the same for all. */
  readonly after?: () => Regex;
  readonly samples: readonly string[];
}

const ASCII = /^[\0-\x7f]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const SURROGATES: readonly [number, number] = [0xd800, 0xdfff];
/** All characters but controls, blanks and surrogates. */
const VISIBLE = complement(rangesOf([0, 0x20], [0x7f, 0x9f], [...SURROGATES]), LAST_CODE_POINT);
const VALUE = complement(rangesOf([0, 8], [0xa, 0x1f], [0x7f, 0x7f], [...SURROGATES]), LAST_CODE_POINT);

function except(set: Ranges, chars: string): Ranges {
  const taken = [...chars].map((char): [number, number] => [char.charCodeAt(0), char.charCodeAt(0)]);
  const rest = complement(set, LAST_CODE_POINT);
  const all = [...taken];
  for (let i = 0; i + 1 < rest.length; i += 2) all.push([rest[i] ?? 0, rest[i + 1] ?? 0]);
  return complement(rangesOf(...all), LAST_CODE_POINT);
}

function any(set: Ranges, least = 0): Regex {
  return repeat(characterOf(set), least, Number.POSITIVE_INFINITY);
}

function universe(
  always: boolean,
  shape: RegExp,
  tree: () => Regex,
  samples: readonly string[],
  after?: () => Regex,
): Universe {
  return {
    always,
    holds: (text) => shape.test(text) && (ASCII.test(text) || !LONE_SURROGATE.test(text)),
    tree: once(tree),
    samples,
    ...(after ? { after: once(after) } : {}),
  };
}

const SLASH = charRange(0x2f, 0x2f);

/** `:path` up to the first `?`; it begins with a slash (fact 17). */
const PATH_BYTES = once(() => any(except(VISIBLE, '?')));
const PATH = universe(
  true,
  /^\/[^\p{Cc} ?]*$/u,
  () => sequence([SLASH, PATH_BYTES()]),
  ['/', '/a', '/b'],
  PATH_BYTES,
);

/** `:path` with its query. */
const TARGET_BYTES = once(() => any(VISIBLE));
const TARGET = universe(
  true,
  /^\/[^\p{Cc} ]*$/u,
  () => sequence([SLASH, TARGET_BYTES()]),
  ['/', '/a', '/?', '/?a', '/a?a'],
  TARGET_BYTES,
);

/** The value of a query parameter. */
const PARAMETER = universe(
  false,
  /^[^\p{Cc} &]*$/u,
  () => any(except(VISIBLE, '&')),
  ['a', 'b', '1', ''],
  () => any(except(VISIBLE, '&')),
);

const HEADER_SAMPLES = ['a', 'b', '1', ''];
/** All but controls; a tab is allowed. */
const HEADER_SHAPE = /^(?:\P{Cc}|[\t\u{80}-\u{9f}])*$/u;
const HEADER = universe(
  false,
  HEADER_SHAPE,
  () => any(VALUE),
  HEADER_SAMPLES,
  () => any(VALUE),
);
const NO_HEADER = universe(false, /^(?!)/, () => NOTHING, []);

const PSEUDO: ReadonlyMap<string, Universe> = new Map([
  [
    'header :method',
    universe(true, /^[-!#$%&'*+.^_`|~0-9A-Za-z]+$/, () => treeOf("[-!#$%&'*+.^_`|~0-9A-Za-z]+"), [
      'GET',
      'POST',
      'PUT',
      'DELETE',
      'HEAD',
      'PATCH',
    ]),
  ],
  // Other characters are refused before any route is looked for (fact 90); a client may leave its Host empty.
  [
    'header :authority',
    universe(true, new RegExp(`^$|${HOST.source}`), () => treeOf("[-!$%&'()*+,.0-9:;=@A-Z\\[\\]_a-z~]*"), [
      'example.test',
      'a',
    ]),
  ],
  [
    'header :scheme',
    universe(true, /^[A-Za-z][-+.0-9A-Za-z]*$/, () => treeOf('[A-Za-z][-+.0-9A-Za-z]*'), ['https', 'http']),
  ],
  // Stands for the scheme where no header says otherwise.
  ['header x-forwarded-proto', { ...HEADER, always: true, samples: ['https', 'http', ...HEADER_SAMPLES] }],
  // The proxy keeps it as :authority, so that it is never found (fact 25).
  ['header host', NO_HEADER],
]);

/** The certificate of the client, as routes see it. */
const CERTIFICATE = universe(true, /^(?:none|shown|valid)$/, () => treeOf('none|shown|valid'), [
  'none',
  'valid',
  'shown',
]);

/** The texts of a dimension: `certificate`, `path`, `target`, `header NAME` (in lower case) or `query KEY`. */
export function universeOf(dimension: string): Universe {
  if (dimension === 'path') return PATH;
  if (dimension === 'target') return TARGET;
  if (dimension.startsWith('query ')) return PARAMETER;
  if (dimension === 'certificate') return CERTIFICATE;
  return PSEUDO.get(dimension) ?? HEADER;
}

function treeOf(pattern: string): Regex {
  const parsed = parseRegex(pattern, 're2');
  return parsed.ok ? parsed.tree : NOTHING;
}
