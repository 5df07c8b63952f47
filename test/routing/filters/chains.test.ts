import { describe, expect, it } from 'vitest';
import { regexEngine } from '../../../src/routing/regex/engine.ts';
import { routeRequest } from '../../../src/routing/route.ts';
import { type FoundRouting, findRouting } from '../../../src/routing/where/find.ts';
import type { Release } from '../../../src/schema/release.ts';
import { opened } from '../../opened.ts';
import { BY_RELEASE, bootstrapOf, CHAINS, type ChainCase, type Expected, requestOf } from './chains.ts';

const routing = findRouting([opened(bootstrapOf(CHAINS), {}, 'chains.json')]);
const regexes = regexEngine();

/** What becomes of the requests to one of the chains. */
function met(
  found: FoundRouting,
  { requests, scopedBy }: ChainCase,
  index: number,
): readonly (Expected | null)[] {
  return requests.map(([fields]) => {
    const routed = routeRequest(found, requestOf(fields, index), {}, ({ namespace }) => ({
      namespace,
      regexes,
    }));
    if ('problem' in routed) throw new Error(routed.problem);
    const { outcome } = routed.trace;
    const isUpgrade = 'upgrade' in (fields.headers ?? {});
    const isRefused = outcome.kind === 'not_found' && (outcome.status !== 404 || scopedBy !== undefined);
    if (outcome.kind === 'answered' || isRefused || (isUpgrade && outcome.status !== null))
      return outcome.status;
    if (outcome.kind === 'undecided') return 'open';
    if (outcome.kind === 'closed') return 'closed';
    return outcome.kind === 'random' ? 'random' : 'passes';
  });
}

/** The cases of a fact, or of none, against the model; a suite without any fails. */
function holds(fact?: number): void {
  for (const [index, each] of CHAINS.entries())
    if (each.fact === fact)
      it(each.name, () => {
        expect(met(routing, each, index)).toEqual(each.requests.map(([, expected]) => expected));
      });
}

describe('what HTTP filters do with requests (test/proxy/filters.test.ts asks the proxy)', () => {
  describe('fact 108: filters that a level switches on or off', () => holds(108));
  describe('fact 109: settings under the name in the chain', () => holds(109));
  describe('fact 110: filters before what the router answers', () => holds(110));
  describe('fact 111: which levels count', () => holds(111));
  describe('fact 112: rbac', () => holds(112));
  describe('fact 113: addresses', () => holds(113));
  describe('fact 114: jwt_authn', () => holds(114));
  describe('fact 115: fault, health_check, cors, csrf', () => holds(115));
  describe('fact 116: changed headers', () => holds(116));
  describe('fact 117: what a client says of itself', () => holds(117));
  describe('fact 118: metadata, and grpc_web', () => holds(118));
  describe('fact 119: the route chosen anew', () => holds(119));
  describe('fact 120: tokens that are taken out', () => holds(120));
  describe('fact 121: users and keys', () => holds(121));
  describe('fact 122: shares that are shadowed', () => holds(122));
  describe('fact 123: what header_mutation writes', () => holds(123));
  describe('fact 124: mapped statuses', () => holds(124));
  describe('fact 125: expressions', () => holds(125));
  describe('fact 127: templates of paths', () => holds(127));
  describe('fact 129: headers that tokens write, and what only asks', () => holds(129));
  describe('fact 130: rbac of connections', () => holds(130));
  describe('fact 133: oauth2', () => holds(133));
  describe('fact 134: custom_response', () => holds(134));
  describe('fact 135: early header mutation', () => holds(135));
  describe('fact 137: headers that connection names', () => holds(137));
  describe('fact 140: te and expect', () => holds(140));
  describe('fact 148: what is read of headers', () => holds(148));
  describe('fact 149: the header that tells the address', () => holds(149));
  describe('fact 150: parameters of paths', () => holds(150));
  describe('fact 151: scopes', () => holds(151));
  describe('fact 153: metadata that filters write besides', () => holds(153));
  describe('fact 154: settings that are read otherwise', () => holds(154));
  describe('others', () => holds());

  it.each(BY_RELEASE)('fact 126: releases before $from do otherwise: $name', (each) => {
    const by = (release: Release) =>
      met(findRouting([opened(bootstrapOf([each]), { release }, 'chain.json')]), each, 0);
    expect(by(each.until)).toEqual(each.requests.map(([, expected]) => expected));
    expect(by(each.from)).toEqual(each.requests.map(() => 'passes'));
  });
});
