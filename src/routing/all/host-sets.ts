/** Sets of hosts: those that fit a domain, those that fit one of many (facts 1 to 6, 75). */

import { once } from '../../source/once.ts';
import { lowerAscii } from '../../traffic/text.ts';
import { type Domain, type DomainKind, withoutPort } from '../match/hosts.ts';
import { foldCase } from '../regex/rewrite.ts';
import {
  ANY_BYTE,
  alternatives,
  charRange,
  chars,
  EMPTY,
  EVERYTHING,
  literal,
  type Regex,
  repeat,
  sequence,
} from '../regex/syntax.ts';
import { bytesOf } from '../regex/utf8.ts';
import { exactly, type Language } from './language.ts';

/** Larger sets are tested with single hosts only: an automaton of all their names would take too long to build. */
const MAX_SEARCHED = 5_000;

/** The star stands for one character at least (fact 4); letter case does not count (fact 2). */
function domainLanguage({ kind, literal: text }: Fitting): Language {
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

/**
 * The hosts that fit one of these domains; of several none is `*`.
 *
 * @param ignoresPort whether they are compared without their port (fact 75)
 */
export function oneOfDomains(domains: readonly Fitting[], ignoresPort = false): Language {
  const [only] = domains;
  const plain = only !== undefined && domains.length === 1 ? domainLanguage(only) : new HostSet(domains);
  return ignoresPort && only?.kind !== 'any' ? withAnyPort(domains, plain) : plain;
}

function withAnyPort(domains: readonly Fitting[], plain: Language): Language {
  return {
    get key() {
      return `portless ${plain.key}`;
    },
    holds: (host) => plain.holds(withoutPort(host)),
    tree: once(() => {
      const tree = plain.tree();
      return tree && alternatives([portlessTreeOf(domains), sequence([tree, PORT])]);
    }),
    get samples() {
      return plain.samples.flatMap((host) => [host, `${host}:8080`]);
    },
  };
}

/** Neither a colon nor a bracket that closes. */
const PLAIN = chars([0, 0x39, 0x3b, 0x5c, 0x5e, 0xff]);
const NO_PORT = repeat(PLAIN, 0, Number.POSITIVE_INFINITY);
/** What follows a colon that no bracket closes. */
const PORT = sequence([charRange(0x3a, 0x3a), NO_PORT]);
/** Up to a bracket behind which no port stands. */
const BRACKETED = sequence([EVERYTHING, charRange(0x5d, 0x5d), NO_PORT]);
/** One character at least, without a port. */
const PORTLESS = alternatives([BRACKETED, sequence([PLAIN, NO_PORT])]);

/** Those of the hosts that have no port. */
function portlessTreeOf(domains: readonly Fitting[]): Regex {
  const isPortless = ({ literal: text }: Fitting): boolean => withoutPort(text) === text;
  const isBracketed = ({ literal: text }: Fitting): boolean => text.includes(']');
  const of = (kind: DomainKind, isMeant: (domain: Fitting) => boolean): readonly Regex[] =>
    oneOfKind(domains.filter(isMeant), kind);
  return alternatives([
    ...of('exact', isPortless),
    ...of('suffix', (each) => isPortless(each) && isBracketed(each)).map((ends) => sequence([SOME, ends])),
    ...of('suffix', (each) => isPortless(each) && !isBracketed(each)).map((ends) =>
      sequence([PORTLESS, ends]),
    ),
    ...of('prefix', isPortless).map((heads) => sequence([heads, PORTLESS])),
    ...of('prefix', (each) => !isPortless(each)).map((heads) => sequence([heads, BRACKETED])),
  ]);
}

type Fitting = Pick<Domain, 'kind' | 'literal'>;

/** A class, since its key and its tree may be long and are seldom asked for. */
class HostSet implements Language {
  readonly tree: () => Regex | undefined;
  readonly #members: readonly Fitting[];
  readonly #fits: () => (host: string) => boolean;
  #key: string | undefined;

  constructor(members: readonly Fitting[]) {
    this.#members = members;
    this.#fits = once(() => fitting(members));
    this.tree = once(() => (members.length > MAX_SEARCHED ? undefined : treeOf(members)));
  }

  holds(host: string): boolean {
    return this.#fits()(lowerAscii(host));
  }

  get samples(): readonly string[] {
    return this.#members.slice(0, 4).flatMap((domain) => domainLanguage(domain).samples);
  }

  get key(): string {
    this.#key ??= `one of ${this.#members
      .map(({ kind, literal: text }) => `${kind} ${text}`)
      .sort()
      .join('|')}`;
    return this.#key;
  }
}

/** Whether a host in lower case fits one of the domains: a look at each length of a wildcard, however many there are. */
function fitting(members: readonly Fitting[]): (host: string) => boolean {
  const exact = new Set<string>();
  const ends = new Map<DomainKind, Map<number, Set<string>>>();
  for (const { kind, literal: text } of members) {
    if (kind === 'exact') {
      exact.add(text);
      continue;
    }
    const lengths = ends.get(kind) ?? new Map<number, Set<string>>();
    ends.set(kind, lengths);
    const texts = lengths.get(text.length) ?? new Set();
    lengths.set(text.length, texts.add(text));
  }
  const [suffixes, prefixes] = [ends.get('suffix') ?? [], ends.get('prefix') ?? []];
  return (host) => {
    if (exact.has(host)) return true;
    for (const [length, texts] of suffixes)
      if (length < host.length && texts.has(host.slice(host.length - length))) return true;
    for (const [length, texts] of prefixes)
      if (length < host.length && texts.has(host.slice(0, length))) return true;
    return false;
  };
}

/** The literals of one kind; none where there are none. */
function oneOfKind(members: readonly Fitting[], kind: DomainKind): readonly Regex[] {
  const texts = members.flatMap((domain) => (domain.kind === kind ? [domain.literal] : []));
  return texts.length === 0 ? [] : [foldCase(oneOfLiterals(texts))];
}

function treeOf(members: readonly Fitting[]): Regex {
  const of = (kind: DomainKind): readonly Regex[] => oneOfKind(members, kind);
  return alternatives([
    ...of('exact'),
    ...of('suffix').map((ends) => sequence([SOME, ends])),
    ...of('prefix').map((heads) => sequence([heads, SOME])),
  ]);
}

// One of many plain texts as a regex in which common heads stand once, so that reading a byte does not look at each.

/** Deeper than this the texts stand beside each other: what walks a tree does so level by level. */
const MAX_DEPTH = 60;

function oneOfLiterals(texts: readonly string[]): Regex {
  const all = texts.map((text) => String.fromCharCode(...bytesOf(text))).sort();
  return part(all, 0, all.length, 0, 0);
}

/** Of those from one position to before another, which begin with the same bytes up to an offset. */
function part(all: readonly string[], from: number, to: number, offset: number, depth: number): Regex {
  if (depth === MAX_DEPTH) return alternatives(all.slice(from, to).map((text) => bytes(text.slice(offset))));
  const choices: Regex[] = [];
  for (let at = from; at < to; ) {
    const first = all[at] ?? '';
    if (first.length === offset) {
      choices.push(EMPTY);
      while (at < to && all[at]?.length === offset) at++;
      continue;
    }
    const start = at;
    while (at < to && all[at]?.charCodeAt(offset) === first.charCodeAt(offset)) at++;
    const shared = sharedLength(first, all[at - 1] ?? '', offset);
    choices.push(sequence([bytes(first.slice(offset, shared)), part(all, start, at, shared, depth + 1)]));
  }
  return alternatives(choices);
}

function bytes(text: string): Regex {
  return literal(Uint8Array.from(text, (byte) => byte.charCodeAt(0)));
}

/** Sorted texts share what the first and the last of them do. */
function sharedLength(first: string, last: string, from: number): number {
  let length = from;
  while (length < first.length && first.charCodeAt(length) === last.charCodeAt(length)) length++;
  return length;
}
