/** Sets of hosts: those that fit a domain, one of many names, those that a domain loses to others (facts 1 to 6). */
import type { Domain, DomainIndex } from '../match/hosts.ts';
import { foldCase } from '../regex/rewrite.ts';
import { ANY_BYTE, alternatives, EVERYTHING, literal, type Regex, sequence } from '../regex/syntax.ts';
import { bytesOf } from '../regex/text.ts';
import { lowerAscii } from '../request/request.ts';
import { exactly, type Language, once } from './language.ts';
import { type SortedLiterals, sortedLiterals } from './literals.ts';

/** Larger sets are tested with single hosts only: an automaton of all their names would take too long to build. */
const MOST_SEARCHED = 5_000;

/** The star stands for one character at least (fact 4); letter case does not count (fact 2). */
export function domainLanguage({ kind, literal: text }: Pick<Domain, 'kind' | 'literal'>): Language {
  if (kind === 'exact') return exactly(text, true);
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
      return kind === 'suffix' ? sequence([SOME, fixed(text)]) : sequence([fixed(text), SOME]);
    }),
    samples:
      kind === 'suffix'
        ? ['www', 'a', 'b'].map((head) => head + text)
        : kind === 'prefix'
          ? [`${text}test`, `${text}a`]
          : [],
  };
}

const SOME = sequence([ANY_BYTE, EVERYTHING]);

function fixed(text: string): Regex {
  return foldCase(literal(bytesOf(text)));
}

/** The hosts with one of these names, in lower case. */
export function oneOfHosts(names: readonly string[]): Language {
  const [only] = names;
  if (only !== undefined && names.length === 1) return exactly(only, true);
  const known = new Set(names);
  return new HostSet(
    'one of',
    (host) => known.has(lowerAscii(host)),
    () => names.map((literal) => ({ kind: 'exact', literal })),
    names.slice(0, 4),
  );
}

type Fitting = Pick<Domain, 'kind' | 'literal'>;

/** A class, since its key and its tree may be long and are seldom asked for. */
class HostSet implements Language {
  readonly holds: (host: string) => boolean;
  readonly samples: readonly string[];
  readonly tree: () => Regex | undefined;
  readonly #name: string;
  readonly #members: () => readonly Fitting[];
  #key: string | undefined;

  constructor(
    name: string,
    holds: (host: string) => boolean,
    members: () => readonly Fitting[],
    samples: readonly string[],
  ) {
    this.holds = holds;
    this.samples = samples;
    this.#name = name;
    this.#members = members;
    this.tree = once(() => {
      const all = members();
      if (all.length > MOST_SEARCHED) return undefined;
      return alternatives(all.flatMap((domain) => domainLanguage(domain).tree() ?? []));
    });
  }

  get key(): string {
    this.#key ??= `${this.#name} ${this.#members()
      .map(({ kind, literal: text }) => `${kind} ${text}`)
      .sort()
      .join('|')}`;
    return this.#key;
  }
}

/** What a domain loses of the hosts that fit it. */
export interface HostIndex {
  /**
   * The hosts that fit a domain which comes before this one in the search, as far as they fit this one too;
   * undefined where there are none.
   */
  readonly before: (domain: Domain) => Language | undefined;
}

/**
 * @param winner the domain that takes a host
 */
export function indexHosts(index: DomainIndex, winner: (host: string) => Domain | undefined): HostIndex {
  const exact = [...index.exact.keys()];
  const suffixes = index.suffixes.flatMap(({ domains }) => [...domains.keys()]);
  const prefixes = index.prefixes.flatMap(({ domains }) => [...domains.keys()]);
  const forwards = once(() => ({ exact: sortedLiterals(exact), wildcards: sortedLiterals(prefixes) }));
  const backwards = once(() => ({
    exact: sortedLiterals(exact.map(reversed)),
    wildcards: sortedLiterals(suffixes.map(reversed)),
  }));
  const count = exact.length + suffixes.length + prefixes.length;

  const membersBefore = ({ kind, literal: text }: Domain): readonly Fitting[] => {
    if (kind === 'exact') return [];
    if (kind === 'any')
      return [...named('exact', exact), ...named('suffix', suffixes), ...named('prefix', prefixes)];
    if (kind === 'prefix') {
      const { exact: names, wildcards } = forwards();
      return [
        ...named('exact', longer(names, text)),
        ...named('prefix', longer(wildcards, text)),
        ...named('suffix', suffixes),
      ];
    }
    const { exact: names, wildcards } = backwards();
    const turned = reversed(text);
    return [
      ...named('exact', longer(names, turned).map(reversed)),
      ...named('suffix', longer(wildcards, turned).map(reversed)),
    ];
  };

  return {
    before: (domain) => {
      // What is certain to lose something need not be asked how much.
      const loses = domain.kind === 'any' ? count > 0 : domain.kind === 'prefix' && suffixes.length > 0;
      const members = once(() => membersBefore(domain));
      if (!loses && members().length === 0) return undefined;
      const lost = (host: string): boolean => {
        const found = winner(host);
        return found !== undefined && (found.kind !== domain.kind || found.literal !== domain.literal);
      };
      return new HostSet('before', lost, members, []);
    },
  };
}

function named(kind: Domain['kind'], literals: readonly string[]): readonly Fitting[] {
  return literals.map((literal) => ({ kind, literal }));
}

/** Those that begin with a text and go on. */
function longer({ texts, from, behind }: SortedLiterals, text: string): readonly string[] {
  return texts.slice(from(text), behind(text)).filter((each) => each.length > text.length);
}

function reversed(text: string): string {
  let turned = '';
  for (let at = text.length - 1; at >= 0; at--) turned += text.charAt(at);
  return turned;
}
