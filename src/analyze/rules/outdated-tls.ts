import type { AnalysisRule } from '../rule.ts';

const OUTDATED: ReadonlyMap<unknown, string> = new Map([
  ['TLSv1_0', 'TLS 1.0'],
  ['TLSv1_1', 'TLS 1.1'],
]);

export const outdatedTls: AnalysisRule = {
  id: 'outdated-tls',
  level: 'info',
  purpose: 'TLS 1.0 or 1.1 is allowed, or is the newest version that is.',
  why: 'Both versions are withdrawn (RFC 8996): they rest on broken hashes, browsers no longer speak them, and rules such as those for card payments forbid them. With one of them as the newest version, clients of today cannot connect at all.',
  remedy: 'Set tls_minimum_protocol_version to TLSv1_2, and leave the maximum out.',
  source: 'RFC 8996; how the proxy behaves',
  bad: { type: 'TlsParameters', yaml: 'tls_minimum_protocol_version: TLSv1_0\n' },
  good: { type: 'TlsParameters', yaml: 'tls_minimum_protocol_version: TLSv1_2\n' },
  messages: {
    TlsParameters(parameters, frame, { spot, report }) {
      const newest = OUTDATED.get(parameters.tls_maximum_protocol_version);
      const oldest = OUTDATED.get(parameters.tls_minimum_protocol_version);
      if (newest !== undefined)
        report({
          level: 'warning',
          message: `the newest version allowed is ${newest}, which is withdrawn and which few still speak; remove tls_maximum_protocol_version`,
          at: spot(frame, 'tls_maximum_protocol_version'),
        });
      else if (oldest !== undefined)
        report({
          message: `${oldest} is allowed, which is withdrawn; set tls_minimum_protocol_version to TLSv1_2`,
          at: spot(frame, 'tls_minimum_protocol_version'),
        });
    },
  },
};
