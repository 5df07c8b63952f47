/** The reserved word of an input: `proxy` in the data model, something else in real configurations. */
import { extensionNames } from '../schema/extensions.ts';
import { wordOfHidden } from '../schema/hidden.ts';

/** The word that stands where none is found (CONTRACT, Inputs). */
export const DEFAULT_WORD = 'proxy';

const TYPE_URL =
  /type\.googleapis\.com\/([a-z][a-z0-9_]*)\.(?:api|config|admin|type|data|service|extensions)\./g;
const TYPE_HOST = 'type.googleapis.com/';
/** What stands before the name of an extension. */
const DOTTED = /[a-z0-9_]\.[a-z]/;
const FIELD = /\b(envoy)(?:_grpc|Grpc)\b/;
/** Keys of the metadata that the proxy itself reads; others, and a host such as `a.lb:80`, may be the file's own. */
const METADATA = /(?:^|["' \t\n{,])(envoy|proxy)\.(?:lb|transport_socket_match)["']?[ \t]*:(?=[\s{])/;
const HEADER =
  /\bx-([a-z][a-z0-9]*)-(?:retry-on|retry-grpc-on|max-retries|upstream-rq-|upstream-canary|original-path|original-dst-host|attempt-count|decorator-operation|internal\b)/;

/** The reserved word of a text; `proxy` where it shows none. */
export function findWord(text: string): string {
  return wordIn(text) ?? DEFAULT_WORD;
}

/**
 * The reserved word that a text shows: in its type URLs first, then in names of known extensions, in the names
 * of hidden fields, in header names, in keys of metadata and in the one field that carries it.
 */
export function wordIn(text: string): string | undefined {
  const counts = new Map<string, number>();
  let looked = 0;
  for (const match of text.includes(TYPE_HOST) ? text.matchAll(TYPE_URL) : []) {
    const word = match[1] ?? '';
    if (word === 'google' || word === 'udpa') continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    // The first few decide; a file of 50 MB repeats itself.
    if (++looked === 1000) break;
  }
  const most = [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
  // Most texts hold none of what these ask for, and making a pattern ready costs more than a short text does.
  const first = (pattern: () => RegExp, ...needs: readonly string[]): string | undefined =>
    needs.some((need) => text.includes(need)) ? pattern().exec(text)?.[1] : undefined;
  return (
    most ??
    (DOTTED.test(text) ? named().exec(text)?.[1] : undefined) ??
    wordOfHidden(text) ??
    first(() => HEADER, 'x-') ??
    first(() => METADATA, '.lb', '.transport_socket_match') ??
    first(() => FIELD, 'envoy')
  );
}

let pattern: RegExp | undefined;

/** `WORD.<known extension>` where a value or a key begins, quoted or not. */
function named(): RegExp {
  if (pattern) return pattern;
  const names = [...extensionNames()]
    .map((name) => name.replaceAll('.', '\\.'))
    .sort((a, b) => b.length - a.length);
  pattern = new RegExp(`(?:^|["' \\t\\n{[,])([a-z][a-z0-9_]*)\\.(?:${names.join('|')})(?![\\w.])`);
  return pattern;
}
