/** What a text may be, in words. */

import type { Language } from '../../../routing/all/language.ts';
import { secretlyIf } from '../../../source/secret-marks.ts';
import { isSecretName } from '../../../source/secret-names.ts';

/** How a path, with its query where that is looked at too, is said to be; empty where any will do. */
export function pathWords({ form, key }: Language, isOut: boolean): string {
  const { kind, text, fold } = form ?? formOf(key) ?? { kind: '', text: '', fold: false };
  const not = isOut ? 'not ' : '';
  const letters = fold ? ' in any letter case' : '';
  if (kind === 'exact') return `${not}for ${text}${letters}`;
  if (kind === 'prefix') {
    if (!isOut && (text === '' || text === '/')) return '';
    if (text.endsWith('/')) return `${not}below ${text}${letters}`;
    return `whose path ${isOut ? 'does not begin' : 'begins'} with ${text}${letters}`;
  }
  const inPath = withoutLabel(key, 'target with path ');
  if (inPath !== undefined) return pathWords({ key: inPath } as Language, isOut);
  const inQuery = withoutLabel(key, 'target with ');
  if (inQuery !== undefined) return parameterWords(inQuery, isOut);
  return `whose path is ${not}one ${keyWords(key)}`;
}

/** How a header or a query parameter is said to be. */
export function valueWords({ form, key }: Language): string {
  const { kind, text, fold } = form ?? formOf(key) ?? { kind: '', text: '', fold: false };
  const letters = fold ? ' in any letter case' : '';
  if (kind === 'exact') return `= ${JSON.stringify(text)}${letters}`;
  if (kind === 'prefix') return `beginning with ${JSON.stringify(text)}${letters}`;
  return keyWords(key);
}

function keyWords(key: string): string {
  const [kind, rest] = splitOnce(key);
  if (kind === 'suffix') return `ending with ${JSON.stringify(rest)}`;
  if (kind === 'isuffix') return `ending with ${JSON.stringify(rest)} in any letter case`;
  if (kind === 'range') return `from ${rest.replace(' ', ' up to, not including, ')}`;
  if (kind === 'ecmascript' || kind === 're2') return `matching ${rest}`;
  return key === 'grpc' ? 'of gRPC' : key;
}

/** A parameter as one language of whole targets has it: its name in quotes, then the key of what its value may be. */
function parameterWords(key: string, isOut: boolean): string {
  const [, quoted = '""', value = ''] = /^("(?:[^"\\]|\\.)*") (.*)$/s.exec(key) ?? [];
  const words = value === '' ? '' : ` ${valueWords({ key: value } as Language)}`;
  const name = String(JSON.parse(quoted));
  return `${isOut ? 'not ' : ''}with query parameter ${name}${secretlyIf(isSecretName(name), words)}`;
}

/** The form that the key of a literal tells. */
function formOf(
  key: string,
): { readonly kind: string; readonly text: string; readonly fold: boolean } | undefined {
  const [kind, text] = splitOnce(key);
  const plain = kind.replace(/^i/, '');
  return plain === 'exact' || plain === 'prefix' ? { kind: plain, text, fold: kind !== plain } : undefined;
}

function withoutLabel(key: string, label: string): string | undefined {
  return key.startsWith(label) ? key.slice(label.length) : undefined;
}

function splitOnce(text: string): readonly [string, string] {
  const space = text.indexOf(' ');
  return space === -1 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
}
