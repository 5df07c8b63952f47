/** The law of picking filter chains: it is held against plain comparing, criterion by criterion, of what is known in full. */
import fc from 'fast-check';
import { ipAddress } from '../../src/routing/where/addresses.ts';
import { startPicking } from '../../src/routing/where/filter-chains.ts';
import type { Message } from '../../src/schema/types.ts';
import { demand, type Law, law } from './law.ts';
import { chainMatch } from './listening.ts';

type Match = Message<'listener.FilterChainMatch'>;

/** A connection of which everything is known. */
interface Whole {
  readonly tls: boolean;
  readonly name: string;
  readonly port: number;
  readonly destination: string;
  readonly source: string;
  readonly sourcePort: number;
  readonly protocols: readonly string[];
}

const ABSENT = -1;

/** How well a match fits in each criterion, in their order: absent is no fit, 0 any, more is more specific. */
const FITS: readonly ((match: Match, whole: Whole) => number)[] = [
  ({ destination_port: port }, whole) => (port === undefined ? 0 : port === whole.port ? 1 : ABSENT),
  ({ prefix_ranges: ranges }, whole) => blocks(ranges, whole.destination),
  ({ server_names: names = [] }, { tls, name }) =>
    names.length === 0 ? 0 : Math.max(ABSENT, ...names.map((each) => (tls ? served(each, name) : ABSENT))),
  ({ transport_protocol: protocol }, { tls }) =>
    protocol === undefined ? 0 : protocol === (tls ? 'tls' : 'raw_buffer') ? 1 : ABSENT,
  ({ application_protocols: own = [] }, { tls, protocols }) => {
    if (own.length === 0) return 0;
    const at = tls ? protocols.findIndex((each) => own.includes(each)) : ABSENT;
    return at === ABSENT ? ABSENT : 10 - at;
  },
  ({ source_type: type = 'ANY' }, { source, destination }) =>
    type === 'ANY'
      ? 0
      : (type === 'LOCAL') === (source.startsWith('127.') || source === destination)
        ? 1
        : ABSENT,
  ({ source_prefix_ranges: ranges }, whole) => blocks(ranges, whole.source),
  ({ source_ports: ports = [] }, whole) =>
    ports.length === 0 ? 0 : ports.includes(whole.sourcePort) ? 1 : ABSENT,
];

/** The blocks of the alphabet, by how the addresses in them begin. */
const BEGIN: ReadonlyMap<string, string> = new Map([
  ['10.0.0.0', '10.'],
  ['10.0.0.1', '10.0.0.1'],
  ['192.0.2.0', '192.0.2.'],
]);

function blocks(ranges: Match['prefix_ranges'], address: string): number {
  if (ranges === undefined || ranges.length === 0) return 0;
  const fits = ranges.map(({ address_prefix: prefix = '', prefix_len: length = 0 }) =>
    address.startsWith(BEGIN.get(prefix) ?? '?') ? length : ABSENT,
  );
  return Math.max(...fits);
}

function served(pattern: string, name: string): number {
  if (pattern === name) return 1000;
  return pattern.startsWith('*.') && name.endsWith(pattern.slice(1)) ? pattern.length : ABSENT;
}

/** Position of the chain that takes a connection; undefined where none does. */
function taker(matches: readonly Match[], whole: Whole): number | undefined {
  let left = [...matches.keys()];
  for (const fitOf of FITS) {
    const fits = left.map((at) => fitOf(matches[at] ?? {}, whole));
    const best = Math.max(ABSENT, ...fits);
    if (best === ABSENT) return undefined;
    left = left.filter((_, position) => fits[position] === best);
  }
  return left[0];
}

const some = <T>(...values: readonly T[]) => fc.constantFrom(...values);

const wholes: fc.Arbitrary<Whole> = fc.record({
  tls: fc.boolean(),
  name: some('', 'a.test', 'x.a.test', 'b.test', 'other'),
  port: some(80, 443, 8080),
  destination: some('10.0.0.1', '10.9.0.1', '192.0.2.1'),
  source: some('127.0.0.1', '192.0.2.7', '10.0.0.1'),
  sourcePort: some(7, 8),
  protocols: some<readonly string[]>([], ['h2'], ['http/1.1'], ['http/1.1', 'h2']),
});

const matches = fc.uniqueArray(
  fc.tuple(chainMatch, chainMatch).map(([one, other]) => ({ ...one, ...other }) as Match),
  { minLength: 1, maxLength: 5, selector: (each) => JSON.stringify(Object.entries(each).sort()) },
);

const known = fc.record({ port: fc.boolean(), destination: fc.boolean(), source: fc.boolean() });

export const filterChainLaws: readonly Law[] = [
  law(
    {
      id: 'filter-chains',
      says: 'The filter chain that takes a connection is that of plain comparing, or one of those left open',
      runs: 1000,
    },
    [matches, wholes, known],
    (all, whole, tells) => {
      // Whether a client has the address that it connects to is not asked where that is not told.
      if (!tells.destination && whole.source === whole.destination) return;
      const chains = all.map((match, index) => ({ match, index }));
      const picked = startPicking(chains)({
        tls: whole.tls,
        serverName: whole.tls ? whole.name : '',
        port: tells.port ? whole.port : undefined,
        destination: tells.destination ? ipAddress(whole.destination) : undefined,
        source: tells.source ? ipAddress(whole.source) : undefined,
        sniffsHttp: false,
        sniffsTls: true,
        isProxied: false,
      });
      const expected = taker(all, whole);
      const isRight =
        picked.kind === 'chain'
          ? picked.chain.index === expected
          : picked.kind === 'closed'
            ? expected === undefined
            : expected === undefined
              ? picked.maybeClosed
              : picked.chains.some(({ index }) => index === expected);
      demand(isRight, () => `${JSON.stringify(picked)}, where chain ${expected} takes the connection`);
    },
  ),
];
