/** A slice of the other modes of `npm run proxy`: dead routes attacked, pairs of diff, and what the proxy validates. */
import { describe, expect, it } from 'vitest';
import { attackDead, noDead } from '../../scripts/proxy/dead-mode.ts';
import { noDiff, tryPairs, tryPrinted } from '../../scripts/proxy/diff-mode.ts';
import { generatedSubjects } from '../../scripts/proxy/subjects.ts';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { countValidated, noValidated } from '../../scripts/proxy/validated.ts';
import { PROXY } from './program.ts';

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it('no route that is said to be dead is reached', async () => {
    const figures = noDead();
    await attackDead(PROXY ?? '', [...generatedSubjects(1, 40)], figures);
    expect(figures.reached).toEqual([]);
    expect(figures.dead).toBeGreaterThan(2);
  });

  it('equal pairs do the same, and groups do not', async () => {
    const figures = noDiff();
    await tryPairs(PROXY ?? '', 1, 10, figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.requests).toBeGreaterThan(100);
  });

  it('what stands for a group does on both sides what is printed of it', async () => {
    const figures = noDiff();
    await tryPrinted(PROXY ?? '', 31, 2, figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.replayed).toBeGreaterThan(10);
  });

  it('says what it refuses, and which fields are deprecated', async () => {
    const cluster = { name: 'c', connect_timeout: '1s', type: 'STATIC', http2_protocol_options: {} };
    const taken = await askValidate(
      PROXY ?? '',
      JSON.stringify({ static_resources: { clusters: [cluster] } }),
    );
    expect(taken).toEqual({
      refused: undefined,
      deprecated: ['envoy.config.cluster.v3.Cluster.http2_protocol_options'],
    });
    const twice = await askValidate(
      PROXY ?? '',
      JSON.stringify({ stats_flush_on_admin: true, stats_flush_interval: '1s' }),
    );
    expect(twice.refused).toContain('Only one of stats_flush_interval or stats_flush_on_admin');
  });
});

it('what no file tells is no disagreement, and the rest is listed', () => {
  const figures = noValidated();
  const deprecated = { ours: false, theirs: [], after: [] };
  const count = (ours: readonly string[], theirs: string | null) =>
    countValidated({ file: 'f', ours, theirs, deprecated }, figures);
  count([], null);
  count(['one-of'], 'refused');
  count([], 'Invalid path: certs/ca.pem');
  count(['duplicate-key', 'unknown-field'], null);
  count([], 'no filter chains specified');
  count(['weight-sum'], null);
  expect([figures.agreed, [...figures.explained.values()], figures.others.map(({ ours }) => ours)]).toEqual([
    2,
    [1],
    [['duplicate-key', 'unknown-field'], [], ['weight-sum']],
  ]);
});
