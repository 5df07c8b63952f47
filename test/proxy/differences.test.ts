import { describe, expect, it } from 'vitest';
import { type ExpectedHeaders, NO_HEADERS, verdictOf } from '../../src/proxy/differences.ts';
import type { Received, Seen } from '../../src/proxy/seen.ts';
import { NOTHING, type Outcome } from '../../src/routing/outcome/outcome.ts';
import { requestOf } from '../routing/traced.ts';

const forward = (more: Partial<Outcome> = {}): Outcome =>
  ({
    ...NOTHING,
    kind: 'forward',
    clusters: [{ name: 'a', weight: 1 }],
    path: '/x',
    host: 'h',
    ...more,
  }) as Outcome;

const received = (more: Partial<Received> = {}): Received => ({
  cluster: 'a',
  method: 'GET',
  path: '/x',
  headers: [['host', 'h']],
  ...more,
});

const answered = (more: Partial<Extract<Seen, { kind: 'answered' }>> = {}): Seen => ({
  kind: 'answered',
  status: 200,
  headers: [],
  logged: { id: '1', cluster: 'a', route: { virtualHost: 0, route: 2 }, details: 'via_upstream' },
  received: [received()],
  ...more,
});

const verdict = (outcome: Outcome, seen: Seen, headers: ExpectedHeaders = NO_HEADERS, method = 'GET') =>
  verdictOf(
    { request: requestOf({ method }), outcome, route: { index: 2, name: null }, virtual_host_index: 0 },
    seen,
    () => headers,
  );

const differences = (...args: Parameters<typeof verdict>) => {
  const found = verdict(...args);
  return found.kind === 'different'
    ? found.differences.map(({ what, model, proxy }) => `${what}: ${model} / ${proxy}`)
    : found.kind;
};

describe('what the model says beside what the proxy did', () => {
  it('is the same where everything is', () => {
    expect(verdict(forward(), answered())).toEqual({ kind: 'same' });
  });

  it('names what is not', () => {
    expect(differences(forward({ path: '/y', host: 'i' }), answered())).toEqual([
      'path: /y / /x',
      'host: i / h',
    ]);
    const elsewhere = answered({
      logged: { id: '1', cluster: 'b', route: { virtualHost: 1, route: 0 }, details: '' },
      received: [received({ cluster: 'b' })],
    });
    expect(differences(forward(), elsewhere)).toEqual(['route: 0/2 / 1/0', 'cluster: a / b']);
    expect(differences(forward(), answered({ status: 503, received: [] }))).toEqual([
      'status: 200 / 503 (via_upstream)',
      'cluster: gets the request / gets nothing',
    ]);
  });

  it('fact 98: what the proxy answers itself to a gRPC request has its status in grpc-status', () => {
    const direct = { ...NOTHING, kind: 'direct_response', status: 503 } as Outcome;
    const asGrpc = (status: string) => answered({ headers: [['grpc-status', status]], received: [] });
    expect(verdict(direct, asGrpc('14'))).toEqual({ kind: 'same' });
    expect(differences(direct, asGrpc('12'))).toEqual(['status: 503 / 200 (via_upstream)']);
  });

  it('takes one branch of chance, and any cluster that has a weight', () => {
    const branch = (outcome: Outcome, index: number) => ({
      share: 0.5,
      route: { index, name: null },
      outcome,
    });
    const direct: Outcome = { ...NOTHING, kind: 'direct_response', status: 410 };
    const random: Outcome = {
      ...NOTHING,
      kind: 'random',
      branches: [branch(direct, 1), branch(forward(), 2)],
    };
    expect(verdict(random, answered()).kind).toBe('same');
    expect(differences(random, answered({ status: 500 }))).toEqual(['status: 200 / 500 (via_upstream)']);
    const clusters = [
      { name: 'a', weight: 0 },
      { name: 'b', weight: 1 },
    ];
    expect(differences(forward({ clusters }), answered())).toEqual(['cluster: b / a']);
  });

  it('tells copies from the request by their host', () => {
    const copy = received({ cluster: 'c', headers: [['host', 'h-shadow']] });
    const copied = answered({ received: [copy, received()] });
    const mirror = [{ cluster: 'c', numerator: 100, denominator: 100 } as const];
    expect(differences(forward({ mirror }), copied)).toBe('same');
    expect(differences(forward({ mirror }), answered())).toEqual(['mirror: copied to c / not copied']);
    expect(differences(forward(), copied)).toEqual(['mirror: not copied / copied to c']);
    const rarely = [{ cluster: 'c', numerator: 1, denominator: 100 } as const];
    expect(differences(forward({ mirror: rarely }), copied)).toBe('same');
    expect(differences(forward({ mirror: rarely }), answered())).toBe('same');
  });

  it('says nothing of copies whose cluster the model leaves open', () => {
    const copy = received({ cluster: 'c', headers: [['host', 'h-shadow']] });
    const open = forward({ undecided: ['mirror: who knows'] });
    expect(verdict(open, answered({ received: [copy, received()] }))).toEqual({
      kind: 'open',
      why: 'mirror: who knows',
    });
    expect(differences(forward({ ...open, path: '/y' }), answered())).toEqual(['path: /y / /x']);
  });

  it('compares headers that the outcome changes', () => {
    const headers = {
      request: new Map([
        ['x-a', '1,2'],
        ['x-b', null],
      ]),
      response: new Map([['x-c', '3']]),
    };
    const seen = (...pairs: readonly (readonly [string, string])[]) =>
      answered({ headers: [['X-C', '3']], received: [received({ headers: [['host', 'h'], ...pairs] })] });
    expect(differences(forward(), seen(['x-a', '1'], ['x-a', '2']), headers)).toBe('same');
    expect(differences(forward(), seen(['x-a', '1'], ['x-b', '2']), headers)).toEqual([
      'request header x-a: 1,2 / 1',
      'request header x-b: none / 2',
    ]);
  });

  it('says nothing where the model says nothing, or the request could not be sent', () => {
    const open: Outcome = { ...NOTHING, kind: 'undecided', reason: 'who knows' };
    expect(verdict(open, answered())).toEqual({ kind: 'open', why: 'who knows' });
    expect(verdict(forward(), { kind: 'unsent', why: 'a blank' })).toEqual({ kind: 'open', why: 'a blank' });
  });

  it('says nothing of what the cluster does not show', () => {
    const silent = answered({ received: [] });
    expect(verdict(forward(), silent, NO_HEADERS, 'CONNECT').kind).toBe('open');
    expect(verdict(forward(), silent).kind).toBe('different');
    const own = answered({
      received: [],
      headers: [['grpc-status', '12']],
      logged: { id: '1', cluster: null, route: { virtualHost: 0, route: 2 }, details: 'direct_response' },
    });
    const direct = { ...NOTHING, kind: 'direct_response', status: 503 } as Outcome;
    expect(verdict(direct, own, NO_HEADERS, 'POST').kind).toBe('different');
    const refused = { ...answered({ status: 400 }) };
    expect(verdict(forward(), refused)).toEqual({
      kind: 'open',
      why: 'the echo server does not understand what it was sent',
    });
  });

  it('knows closed connections', () => {
    const closed: Outcome = { ...NOTHING, kind: 'closed', reason: 'no chain' };
    expect(verdict(closed, { kind: 'closed', why: 'reset' }).kind).toBe('same');
    expect(differences(closed, answered())).toEqual(['connection: closed: no chain / answered with 200']);
  });
});
