import { isWritten, shownCluster } from '../../effects/cluster.ts';
import { nearest } from '../../model/near-miss.ts';
import type { AnalysisRule } from '../rule.ts';

/** What releases that know a default take. */
const DEFAULT = '5s';

const OLDER = '"@type": type.googleapis.com/envoy.api.v2.Cluster\n';

export const missingConnectTimeout: AnalysisRule = {
  id: 'missing-connect-timeout',
  version: 'v2',
  level: 'warning',
  purpose: 'A cluster without connect_timeout, which older releases demand.',
  why: 'Releases up to 1.18 refuse such a cluster, and with it the configuration or the update: those that read this version of the data model, up to 1.16 by themselves, are all among them. Later ones take 5s.',
  remedy: `Write the timeout that is meant; \`connect_timeout: ${DEFAULT}\` is what later releases take.`,
  source: 'data-model.md: Cluster: connect_timeout; how the proxy behaves: release notes of 1.19.0',
  bad: { type: 'Cluster', yaml: `${OLDER}name: cart\n` },
  good: { type: 'Cluster', yaml: `${OLDER}name: cart\nconnect_timeout: ${DEFAULT}\n` },
  messages: {
    Cluster(cluster, frame, { spot, report }) {
      if (isWritten(frame.message, 'connect_timeout')) return;
      // A typo in its name is a finding of its own, and correcting that writes the field.
      if (Object.keys(frame.message).some((key) => nearest(key, ['connect_timeout']) !== undefined)) return;
      report({
        message: `${shownCluster(cluster)} has no connect_timeout: releases up to 1.18 refuse that, all those that read version 2 by themselves (up to 1.16) among them; write one, ${DEFAULT} is what later releases take`,
        at: spot(frame),
        fix: {
          kind: 'operations',
          title: `write connect_timeout: ${DEFAULT}, which is what later releases take`,
          at: spot(frame),
          operations: [{ op: 'add', path: '/connect_timeout', value: DEFAULT }],
        },
      });
    },
  },
};
