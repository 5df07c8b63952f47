import { describe, expect, it } from 'vitest';
import { explainName } from '../../src/report/explain/find.ts';
import { detailNamed, flagNamed, responseDetails, responseFlags } from '../../src/why/faults.ts';

/** Flags of `StreamInfo::CoreResponseFlag` in release 1.37; none came or went in 1.40. */
const FLAGS =
  'DC DF DI DO DPE DR DT FI IH LH LR NC NFCF NR OM RFCF RL RLSE SI UAEX UC UDO UF UH UMSDR UO UPE UR URX UT';

describe('faults', () => {
  it('has all flags of the proxy, each once', () => {
    expect(responseFlags.map(({ short }) => short).sort()).toEqual(FLAGS.split(' '));
    expect(new Set(responseFlags.map(({ long }) => long)).size).toBe(responseFlags.length);
  });

  it.each(
    [...responseFlags, ...responseDetails].flatMap(({ field }) => (field === undefined ? [] : [field])),
  )('names a field that explain knows: %s', (field) => {
    expect(explainName(field).kind).toBe('explained');
  });

  it('explains flags by both names, and details', () => {
    for (const name of ['UF', 'UpstreamConnectionFailure', 'uf', 'via_upstream', 'http1.headers_too_large'])
      expect(explainName(name).kind, name).toBe('explained');
  });

  it('finds details that say more than their name', () => {
    expect(detailNamed('rbac_access_denied_matched_policy[none]')?.filter).toBe('rbac');
    expect(detailNamed('http1.headers_too_large')?.field).toBe(
      'HttpConnectionManager.max_request_headers_kb',
    );
    expect(detailNamed('http1.codec_error')?.name).toBe('http1.*');
    expect(detailNamed('via_upstream_not')).toBeUndefined();
    expect(flagNamed('XX')).toBeUndefined();
  });
});
