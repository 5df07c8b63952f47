/** What comes to a virtual host's routes at all: its domains (facts 1 to 6) and require_tls (facts 9 to 11). */
import type { Message } from '../../schema/types.ts';
import { type Domain, domainIndex, readDomain } from '../hosts.ts';
import { foldCase } from '../regex/rewrite.ts';
import { ANY_BYTE, EVERYTHING, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/text.ts';
import { internalHeader, lowerAscii } from '../request.ts';
import type { Box } from './box.ts';
import { exactly, type Language, once } from './language.ts';
import { PRESENT, type Values, within } from './values.ts';

/**
 * Boxes whose union is everything that the routes of a virtual host see. They may be empty: a domain may be hidden.
 *
 * @param word the reserved word in the name of the internal-request header
 */
export function baseOf(
  routeConfiguration: Message<'RouteConfiguration'>,
  virtualHost: number,
  word: string,
): readonly Box[] {
  const hosts = routeConfiguration.virtual_hosts ?? [];
  const all = domainsOf(routeConfiguration);
  const own = (hosts[virtualHost]?.domains ?? []).map((written) => readDomain(written, virtualHost));
  const hostBoxes = own.map((domain): Box => {
    const others = all.filter((other) => other.virtualHost !== virtualHost && beats(other, domain));
    const values: Values = {
      ...(domain.kind === 'any' ? PRESENT : within(domainLanguage(domain))),
      without: others.map(domainLanguage).sort((a, b) => (a.key < b.key ? -1 : 1)),
    };
    return new Map([['header :authority', values]]);
  });
  const required = hosts[virtualHost]?.require_tls;
  const tls: Box = new Map([['header x-forwarded-proto', within(exactly('https'))]]);
  const internal: Box = new Map([[`header ${internalHeader(word)}`, within(exactly('true'))]]);
  const passing = required === 'ALL' ? [tls] : required === 'EXTERNAL_ONLY' ? [tls, internal] : [];
  if (passing.length === 0) return hostBoxes;
  return hostBoxes.flatMap((box) => passing.map((pass): Box => new Map([...box, ...pass])));
}

/** The domains that are searched: of those that say the same only the first. */
function domainsOf(routeConfiguration: Message<'RouteConfiguration'>): readonly Domain[] {
  const { exact, suffixes, prefixes, any } = domainIndex(routeConfiguration);
  return [
    ...exact.values(),
    ...[...suffixes, ...prefixes].flatMap(({ domains }) => [...domains.values()]),
    ...(any ? [any] : []),
  ];
}

const ORDER = ['exact', 'suffix', 'prefix', 'any'] as const;

/** Whether a domain comes before another in the search, the same domain of an earlier virtual host included. */
function beats(other: Domain, domain: Domain): boolean {
  if (other.kind !== domain.kind) return ORDER.indexOf(other.kind) < ORDER.indexOf(domain.kind);
  if (other.literal === domain.literal) return true;
  if (other.literal.length <= domain.literal.length) return false;
  if (domain.kind === 'suffix') return other.literal.endsWith(domain.literal);
  return domain.kind === 'prefix' && other.literal.startsWith(domain.literal);
}

/** The star stands for one character at least (fact 4); letter case does not count (fact 2). */
function domainLanguage({ kind, literal: text }: Domain): Language {
  if (kind === 'exact') return exactly(text, true);
  const some = sequence([ANY_BYTE, EVERYTHING]);
  const fixed = (): Regex => foldCase(literal(bytesOf(text)));
  return {
    key: `domain ${kind} ${text}`,
    holds: (host) => {
      const lower = lowerAscii(host);
      if (kind === 'any') return true;
      return (
        lower.length > text.length && (kind === 'suffix' ? lower.endsWith(text) : lower.startsWith(text))
      );
    },
    tree: once(() => {
      if (kind === 'any') return EVERYTHING;
      return kind === 'suffix' ? sequence([some, fixed()]) : sequence([fixed(), some]);
    }),
    samples:
      kind === 'suffix'
        ? ['www', 'a', 'b'].map((head) => head + text)
        : kind === 'prefix'
          ? [`${text}test`, `${text}a`]
          : [],
  };
}
