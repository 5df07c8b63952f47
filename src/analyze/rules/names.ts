import { repeatedEntries, repeatingLists, repeatingTypes } from '../../effects/repeated.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { shortName } from '../../model/describe.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { type Definition, definitionsOf, readTogether, spotOf } from '../clusters/definitions.ts';
import { exampleCluster } from '../examples.ts';
import type { Draft, Fix } from '../finding.ts';
import type { AnalysisRule, RuleContext, Visits } from '../rule.ts';
import { virtualHostGroups } from '../traffic/virtual-hosts.ts';

/** What the proxy does about it. */
interface Meaning {
  readonly level: 'error' | 'warning';
  readonly words: string;
}

export const duplicateName: AnalysisRule = {
  id: 'duplicate-name',
  level: 'error',
  refuses: true,
  purpose:
    'Two clusters, listeners, secrets or runtime layers, or two virtual hosts of one route configuration, have the same name.',
  why: 'Routes find a cluster by its name: the proxy refuses a second one of the same name. A second listener of a name is refused in an update, and silently left out where the bootstrap lists it. Secrets of one kind and layers are refused as well. Virtual hosts of one name share their statistics, so that nobody can tell them apart.',
  remedy: 'Rename one of them, and what refers to it. Where both mean the same thing, delete or merge one.',
  source: 'data-model.md: Cluster: name; route.VirtualHost: name',
  bad: {
    type: 'Resources',
    yaml: `clusters:\n${exampleCluster('shop')}${exampleCluster('shop')}`,
  },
  good: {
    type: 'Resources',
    yaml: `clusters:\n${exampleCluster('shop')}${exampleCluster('cart')}`,
  },
  subject(subject, report) {
    const { clusters, listeners } = subject.shared(definitionsOf);
    const groupsOf = (definitions: readonly Definition[]) => readTogether(subject, definitions);
    for (const group of groupsOf(clusters))
      reportRepeated(
        group,
        'cluster',
        () => ({ level: 'error', words: 'the proxy refuses the second' }),
        report,
      );
    for (const group of groupsOf(listeners)) reportRepeated(group, 'listener', listenerMeaning, report);
    for (const group of virtualHostGroups(subject))
      reportRepeated(
        group,
        'virtual host',
        () => ({ level: 'warning', words: 'their statistics are mixed' }),
        report,
      );
  },
  messages: { 'Bootstrap.StaticResources': secrets, LayeredRuntime: layers },
};

const KINDS = ['tls_certificate', 'validation_context', 'session_ticket_keys', 'generic_secret'] as const;

/** Secrets of different kinds may share a name. */
function secrets(
  { secrets: all = [] }: Message<'Bootstrap.StaticResources'>,
  _: Frame,
  look: RuleContext,
): void {
  const taken = new Set<string>();
  for (const secret of all) {
    const { name = '' } = secret;
    const kind = KINDS.find((each) => (secret as BoundMessage)[each] !== undefined);
    const key = `${kind} ${name}`;
    if (kind !== undefined && taken.has(key))
      look.report({
        level: 'error',
        message: `the name ${quoted(name)} is taken by another ${kind} among the secrets: the proxy refuses the second; rename one of them`,
        at: look.spot({ message: secret, type: 'Secret' }, 'name'),
        identity: key,
        data: { name, kind: 'secret' },
      });
    taken.add(key);
  }
}

function layers({ layers: all = [] }: Message<'LayeredRuntime'>, _: Frame, look: RuleContext): void {
  const taken = new Set<string>();
  for (const layer of all) {
    const { name = '' } = layer;
    if (name !== '' && taken.has(name))
      look.report({
        level: 'error',
        message: `the name ${quoted(name)} is taken by another layer: the proxy refuses the second; rename one of them`,
        at: look.spot({ message: layer, type: 'RuntimeLayer' }, 'name'),
        identity: name,
        data: { name, kind: 'layer' },
      });
    taken.add(name);
  }
}

/** An update with two listeners of a name is refused; of the bootstrap's own the proxy takes the first. */
function listenerMeaning({ frame }: Definition): Meaning {
  return around(frame, 'DiscoveryResponse') !== undefined
    ? { level: 'error', words: 'the proxy refuses the update' }
    : { level: 'warning', words: 'the proxy starts the first only' };
}

function reportRepeated(
  group: readonly Definition[],
  kind: string,
  meaning: (definition: Definition) => Meaning,
  report: (draft: Draft) => void,
): void {
  const first = new Map<string, Definition>();
  for (const definition of group) {
    const { name, message } = definition;
    const earlier = first.get(name);
    if (name === '') continue;
    if (earlier === undefined) {
      first.set(name, definition);
      continue;
    }
    const { level, words } = meaning(definition);
    const isSame = sameContent(message, earlier.message);
    const fix = isSame ? deletion(definition, kind) : undefined;
    report({
      level,
      message: `the name ${quoted(name)} is taken by another ${kind}: ${words}; ${isSame ? 'delete one, they are the same' : 'rename one of them'}`,
      at: spotOf(definition, 'name'),
      identity: name,
      data: { name, kind },
      related: [{ message: `the first ${kind} of that name`, at: spotOf(earlier, 'name') }],
      ...(fix === undefined ? {} : { fix }),
    });
  }
}

function deletion({ document, frame }: Definition, kind: string): Fix | undefined {
  const { parent, field, index } = frame;
  if (parent?.message[NODE] === undefined || field === undefined || typeof index !== 'number')
    return undefined;
  return {
    kind: 'operations',
    title: `delete the second ${kind}`,
    at: { document, message: parent.message, type: parent.type },
    operations: [{ op: 'remove', path: `/${field.name}/${index}` }],
  };
}

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

function judge(field: string, frame: Frame, { spot, report }: RuleContext): void {
  for (const [index, earlier] of repeatedEntries(frame.type, field, frame.message[field]))
    report({
      message: `entry ${index + 1} of ${field} says the same as entry ${earlier + 1}; remove one of them`,
      at: spot(frame, field, index),
      identity: `${shortName(frame.type)} ${field}`,
      related: [{ message: 'the first one', at: spot(frame, field, earlier) }],
      fix: {
        kind: 'operations',
        title: 'remove the duplicate',
        at: spot(frame),
        operations: [{ op: 'remove', path: `/${field}/${index}` }],
      },
    });
}

function judgeAll(_: unknown, frame: Frame, look: RuleContext): void {
  for (const field of repeatingLists(frame.type)) judge(field, frame, look);
}

/** Thresholds of one priority are another rule's. */
const visits = (): Visits =>
  Object.fromEntries(
    repeatingTypes()
      .filter((type) => type !== 'cluster.CircuitBreakers')
      .map((type) => [type, judgeAll]),
  );

export const duplicateEntry: AnalysisRule = {
  id: 'duplicate-entry',
  level: 'info',
  purpose: 'An entry that stands twice in a list whose order means nothing.',
  why: 'The second one changes nothing. Most often it was copied in order to be changed, and the change is missing.',
  remedy: 'Remove it, or make the change that it was copied for.',
  source: 'data-model.md: HTTP route configuration: repeated fields',
  bad: {
    type: 'route.RouteMatch',
    yaml: `prefix: /cart
headers:
  - { name: x-tenant, string_match: { exact: shop } }
  - { name: x-tenant, string_match: { exact: shop } }
`,
  },
  good: {
    type: 'route.RouteMatch',
    yaml: `prefix: /cart
headers:
  - { name: x-tenant, string_match: { exact: shop } }
  - { name: x-region, string_match: { exact: north } }
`,
  },
  get messages(): Visits {
    // Made when a configuration is analysed.
    made ??= visits();
    return made;
  },
};

let made: Visits | undefined;
