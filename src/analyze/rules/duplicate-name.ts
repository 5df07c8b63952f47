import { type BoundMessage, NODE } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import { around, type Frame } from '../../model/walk.ts';
import type { Message } from '../../schema/types.ts';
import { quoted } from '../../traffic/words.ts';
import { type Definition, definitionsOf, readTogether, spotOf } from '../clusters/definitions.ts';
import { exampleCluster } from '../examples.ts';
import type { Draft, Fix } from '../finding.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';
import { virtualHostGroups } from '../traffic/virtual-hosts.ts';

/** What the proxy does about it. */
interface Meaning {
  readonly level: 'error' | 'warning';
  readonly words: string;
}

export const duplicateName: AnalysisRule = {
  id: 'duplicate-name',
  level: 'error',
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
