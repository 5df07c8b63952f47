/** Sets of requests in words, such as "GET requests to shop.test below /api/ with header x-canary". */
import { type Box, HEADER, VALUES } from '../../../routing/all/box.ts';
import type { Language } from '../../../routing/all/language.ts';
import { holds, isPartOf, type Values } from '../../../routing/all/values.ts';
import { internalHeader } from '../../../routing/request/request.ts';
import { SHOWN } from '../../../routing/where/certificates.ts';
import { secretlyIf } from '../../../source/secret-marks.ts';
import { isCredentialHeader, isSecretName } from '../../../source/secret-names.ts';

export const PROTOCOL = 'header x-forwarded-proto';

/**
 * @param namespace the namespace: the header that marks requests from inside is called after it
 * @param hosts to which hosts, in words; empty for all
 * @param way how the requests come, in words; empty for any way
 */
export function requestsWords(box: Box, namespace: string, hosts: string, way: string): string {
  const method = box.get('header :method');
  const only = method && onlyText(method);
  return joined([
    only === undefined ? 'requests' : `${only} requests`,
    hosts,
    ...pathParts(box),
    way,
    conditions(box, namespace, only !== undefined),
  ]);
}

/** What sets requests of a box apart, without the word for them: such as "below /api/ with header x-canary". */
export function apartWords(box: Box, namespace: string): string {
  return joined([...pathParts(box), conditions(box, namespace, false)]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function pathParts(box: Box): readonly string[] {
  const path = box.get('target') ?? box.get('path');
  if (path === undefined) return [];
  const { within, without } = told(path);
  const parts = [
    ...within.map((language) => pathWords(language, false)),
    ...without.map((language) => pathWords(language, true)),
  ];
  return [parts.filter((part) => part !== '').join(' and ')];
}

function conditions(box: Box, namespace: string, isMethodSaid: boolean): string {
  const internal = `header ${internalHeader(namespace)}`;
  return [...box]
    .map(([dimension, values]) => {
      if (dimension === 'path' || dimension === 'target') return '';
      if (dimension === 'header :method' && isMethodSaid) return '';
      return dimension === internal ? insideWords(internal, values) : conditionWords(dimension, values);
    })
    .filter((part) => part !== '')
    .join(' and ');
}

function insideWords(dimension: string, values: Values): string {
  if (onlyText(values) === 'true') return 'from inside';
  if (values.absent && isNot(values, 'true')) return 'from outside';
  return conditionWords(dimension, values);
}

const CERTIFICATES: ReadonlyMap<string, string> = new Map([
  ['none', 'without a client certificate'],
  ['shown', 'with a client certificate that is not valid'],
  ['valid', 'with a valid client certificate'],
  ['none shown', 'without a valid client certificate'],
  ['none valid', 'with no client certificate or a valid one'],
  ['shown valid', 'with a client certificate'],
]);

function certificateWords(values: Values): string {
  return CERTIFICATES.get(SHOWN.filter((each) => holds(values, each) === true).join(' ')) ?? '';
}

function conditionWords(dimension: string, values: Values): string {
  if (dimension === 'certificate') return certificateWords(values);
  if (dimension === PROTOCOL && onlyText(values) === 'https') return 'over TLS';
  if (dimension === PROTOCOL && isNot(values, 'https')) return 'without TLS';
  const what = dimension.startsWith('query ')
    ? `query parameter ${dimension.slice('query '.length)}`
    : dimension.replace(VALUES, HEADER);
  if (!values.present) return `without ${what}`;
  const { within, without } = told(values);
  const name = dimension.replace(/^.* /, '');
  const value = (language: Language): string => secretlyIf(isCredentialHeader(name), valueWords(language));
  const parts = [...within.map(value), ...without.map((language) => `not ${value(language)}`)];
  const said = `with ${what}${parts.length === 0 ? '' : ` ${parts.join(' and ')}`}`;
  if (!values.absent) return said;
  return parts.length === 0 ? '' : `${said} or without it`;
}

/** The text that all values are. */
function onlyText({ within }: Values): string | undefined {
  return within.find(({ form }) => form?.kind === 'exact' && !form.fold)?.form?.text;
}

function isNot({ within, without }: Values, text: string): boolean {
  const [only] = without;
  return (
    within.length === 0 && without.length === 1 && only?.form?.kind === 'exact' && only.form.text === text
  );
}

/** Languages without those that go without saying: where one text is left, whatever else it fits, and shorter prefixes. */
function told({ within, without, each }: Values): Pick<Values, 'within' | 'without'> {
  const exact =
    each && within.length > 1 ? undefined : within.find(({ form }) => form?.kind === 'exact' && !form.fold);
  return exact === undefined ? { within: narrowest(within), without } : { within: [exact], without: [] };
}

function narrowest(languages: readonly Language[]): readonly Language[] {
  return languages.filter(
    (language) =>
      language.form?.kind !== 'prefix' ||
      !languages.some((other) => other.key !== language.key && isPartOf(other, language)),
  );
}

/** How a path, with its query where that is looked at too, is said to be; empty where any will do. */
function pathWords({ form, key }: Language, isOut: boolean): string {
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
function valueWords({ form, key }: Language): string {
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
