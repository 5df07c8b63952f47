/** Sets of requests in words, such as "all GET requests to shop.test below /api/ with header x-canary". */
import type { Box } from '../../../routing/all/box.ts';
import type { Language } from '../../../routing/all/language.ts';
import type { Values } from '../../../routing/all/values.ts';

export function boxWords(box: Box, hosts: string): string {
  const method = box.get('header :method');
  const only = method && onlyText(method);
  const parts = [only === undefined ? 'all requests' : `all ${only} requests`, hosts];
  const path = box.get('target') ?? box.get('path');
  parts.push(path === undefined ? '' : pathWords(path));
  const conditions = [...box].flatMap(([dimension, values]) => {
    if (dimension === 'path' || dimension === 'target' || dimension === 'header :authority') return [];
    if (dimension === 'header :method' && only !== undefined) return [];
    if (dimension === 'header x-forwarded-proto') return [protocolWords(values)];
    if (/^header x-[a-z0-9]+-internal$/.test(dimension)) {
      if (onlyText(values) === 'true') return ['from inside'];
      if (values.absent && values.without.some(({ form }) => form?.text === 'true')) return ['from outside'];
    }
    const what = dimension.startsWith('query ')
      ? `query parameter ${dimension.slice('query '.length)}`
      : dimension;
    return [conditionWords(what, values)];
  });
  return [...parts, conditions.filter((part) => part !== '').join(' and ')]
    .filter((part) => part !== '')
    .join(' ');
}

function protocolWords(values: Values): string {
  if (onlyText(values) === 'https') return 'over TLS';
  return values.without.some(({ form }) => form?.text === 'https')
    ? 'without TLS'
    : conditionWords('header x-forwarded-proto', values);
}

/** The text that all values are. */
function onlyText({ within }: Values): string | undefined {
  return within.find(({ form }) => form?.kind === 'exact' && !form.fold)?.form?.text;
}

function pathWords(values: Values): string {
  const said = narrowest(values.within)
    .map(pathPart)
    .filter((part) => part !== '');
  return said.join(' and ');
}

function pathPart({ form, key }: Language): string {
  if (form?.kind === 'exact') return `for ${form.text}${form.fold ? ' in any letter case' : ''}`;
  if (form?.kind === 'prefix')
    return form.text === '' || form.text === '/'
      ? ''
      : `${form.text.endsWith('/') ? 'below' : 'whose path begins with'} ${form.text}${form.fold ? ' in any letter case' : ''}`;
  return `whose path is one ${languageWords(key)}`;
}

function conditionWords(what: string, values: Values): string {
  if (!values.present) return `without ${what}`;
  const parts = [...narrowest(values.within), ...values.without].map((language) =>
    `${values.without.includes(language) ? 'not ' : ''}${valueWords(language)}`.trim(),
  );
  const said = `with ${what}${parts.length === 0 ? '' : ` ${parts.join(' and ')}`}`;
  return values.absent ? (parts.length === 0 ? '' : `${said} or without it`) : said;
}

function valueWords({ form, key }: Language): string {
  const fold = form?.fold === true ? ' in any letter case' : '';
  if (form?.kind === 'exact') return `= ${JSON.stringify(form.text)}${fold}`;
  if (form?.kind === 'prefix') return `beginning with ${JSON.stringify(form.text)}${fold}`;
  return languageWords(key);
}

/** What a language's key says. */
function languageWords(key: string): string {
  const space = key.indexOf(' ');
  const [kind, rest] = [key.slice(0, space), key.slice(space + 1)];
  if (kind === 'suffix' || kind === 'isuffix') return `ending with ${JSON.stringify(rest)}`;
  if (kind === 'range') return `from ${rest.replace(' ', ' up to, not including, ')}`;
  if (kind === 'ecmascript' || kind === 're2') return `matching ${rest}`;
  if (key.startsWith('target with path ')) return languageWords(key.slice('target with path '.length));
  if (key === 'grpc') return 'of gRPC';
  return key;
}

/** Without the prefixes that another one of them goes on from. */
function narrowest(languages: readonly Language[]): readonly Language[] {
  return languages.filter(({ form }) => {
    if (form?.kind !== 'prefix' || form.fold) return true;
    return !languages.some((other) => {
      const text = other.form?.text ?? other.head;
      return other.form !== form && text !== undefined && text.startsWith(form.text) && !other.form?.fold;
    });
  });
}
