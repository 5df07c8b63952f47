import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { type Definition, definitionsOf, readTogether, spotOf } from '../clusters/definitions.ts';
import { exampleCluster } from '../examples.ts';
import type { AnalysisRule } from '../rule.ts';

type Cluster = Definition<Message<'Cluster'>>;

const CLUSTERS = (name: string): string =>
  `clusters:\n${exampleCluster('shop_80')}${exampleCluster('cart')}    alt_stat_name: ${name}\n`;

export const statsNameCollision: AnalysisRule = {
  id: 'stats-name-collision',
  level: 'warning',
  purpose: 'Two clusters keep their statistics under the same name.',
  why: 'Statistics carry alt_stat_name, or the name where there is none, with `:` written as `_`. Where that is the same for two clusters their numbers are added up, and alarms and graphs show neither.',
  remedy:
    'Give one of them an alt_stat_name of its own. Where both have the same on purpose, suppress the finding.',
  source: 'data-model.md: Cluster: name, alt_stat_name',
  bad: { type: 'Resources', yaml: CLUSTERS("'shop:80'") },
  good: { type: 'Resources', yaml: CLUSTERS("'cart:80'") },
  subject(subject, report) {
    for (const group of readTogether(subject, subject.shared(definitionsOf).clusters)) {
      const first = new Map<string, Cluster>();
      for (const cluster of group as readonly Cluster[]) {
        const statsName = statsNameOf(cluster);
        const earlier = first.get(statsName);
        if (statsName === '') continue;
        if (earlier === undefined) {
          first.set(statsName, cluster);
          continue;
        }
        // Two clusters of one name are another rule's.
        if (earlier.name === cluster.name) continue;
        const isMeant =
          hasAltName(earlier) && cluster.message.alt_stat_name === earlier.message.alt_stat_name;
        report({
          message: `the clusters ${quoted(earlier.name)} and ${quoted(cluster.name)} both keep statistics as ${quoted(statsName)}, which adds them up; give one another alt_stat_name`,
          at: spotOf(cluster, hasAltName(cluster) ? 'alt_stat_name' : 'name'),
          // The same name written twice may be meant just so.
          ...(isMeant ? { level: 'info' as const } : {}),
          identity: `${earlier.name} ${cluster.name}`,
          data: { name: statsName, clusters: [earlier.name, cluster.name] },
          related: [
            { message: 'the other one', at: spotOf(earlier, hasAltName(earlier) ? 'alt_stat_name' : 'name') },
          ],
        });
      }
    }
  },
};

function hasAltName({ message }: Cluster): boolean {
  return (message.alt_stat_name ?? '') !== '';
}

function statsNameOf(cluster: Cluster): string {
  const { alt_stat_name: alternative = '' } = cluster.message;
  return (hasAltName(cluster) ? alternative : cluster.name).replaceAll(':', '_');
}
