/** Extensions as version 3 finds them: by the type of their configuration, which therefore has to be there. */

import { speller } from '../../canonical/migration/spelling.ts';
import { currentName, messageOfSelection, type Selection } from '../../canonical/version-three/message.ts';
import { extensionOf, selectsExtension } from '../../model/extension-config.ts';
import { type CompiledField, compiledMessage, isApiVersion } from '../../schema/compiled.ts';
import { type NamedMessage, typeIn } from '../../schema/version.ts';
import { isNull, keys, type NodeId, type SourceTree, scalarText, valueUnder } from '../../source/tree.ts';
import { type Findings, isContrib, type Place, type RenameOptions, whyExtensionIsGone } from './findings.ts';
import { below, pointerOfWay } from './units.ts';

/** Fields that configure an extension. */
const CONFIGURED: ReadonlySet<string> = new Set([
  'config',
  'typed_config',
  'typedConfig',
  'config_discovery',
  'configDiscovery',
]);

/** @param around table of the message that holds this one */
function selectionIn(tree: SourceTree, id: string, map: NodeId, around: string): Selection | undefined {
  if (!selectsExtension(id)) return undefined;
  const name = valueUnder(tree, map, 'name');
  if (name === -1 || isNull(tree, name)) return undefined;
  return { holder: id, name: scalarText(tree, name), isDownstream: around === 'listener.FilterChain' };
}

/** The message that the extension which a message selects is configured with, where it is a known one. */
export function selectedMessage(
  { tree, options: { namespace } }: Findings,
  id: string,
  map: NodeId,
  around: string,
): string | undefined {
  const selection = selectionIn(tree, id, map, around);
  return selection && messageOfSelection(selection, namespace);
}

/** The fields of a message in version 3 that say which version somebody has to speak, and that a lift writes. */
export function apiVersionsOf(id: string, options: RenameOptions): readonly CompiledField[] {
  return compiledMessage(id, 'v3').fields.filter(
    (field) => isApiVersion(field) && !isVersionKept(field, options),
  );
}

/** Whether the user asked to leave such a field as it is (`--keep-transport`). */
export function isVersionKept({ key }: CompiledField, { keepTransport }: RenameOptions): boolean {
  return keepTransport && key === 'transport_api_version';
}

/** The type URL of a message in version 3. */
export function urlInThree(id: string, namespace: string): string | undefined {
  const type = typeIn('v3', id);
  return type === undefined ? undefined : `type.googleapis.com/${namespace}.${type}`;
}

/** Whether version 3 still has the extension that a message configures. @param name as the file says it */
export function renameExtension(
  findings: Findings,
  map: NodeId,
  { id, version }: NamedMessage,
  name: string,
  place: Place,
): void {
  if (isContrib(id))
    findings.warnings.add(
      `${name} is in the proxy's contrib builds only by now, no longer in its standard ones`,
    );
  if (version === 'v3') return;
  const none = typeIn('v3', id) === undefined ? 'version 3 has no such type' : undefined;
  const gone = whyExtensionIsGone(id) ?? none;
  if (gone !== undefined) findings.obstacle(place, map, `extension ${id}`, `${name}: ${gone}`);
}

/**
 * Gives a message that selects an extension a type where it has none, and one of version 2 the extension's current
 * name. In version 3 a name selects nothing; routes may look their settings up under it.
 */
export function renameSelection(findings: Findings, id: string, map: NodeId, place: Place): void {
  const { tree, options } = findings;
  const selection = selectionIn(tree, id, map, place.holder);
  if (selection === undefined) return;
  const name = place.version === 'v3' ? undefined : currentName(selection, options.namespace);
  if (name !== undefined) {
    const path = pointerOfWay(below(place.way, 'name'));
    findings.push(place, map, { op: 'replace', path, value: name });
  }
  for (const key of keys(tree, map)) {
    // A null says nothing, but for `config`: version 3 does not have that and refuses it, whatever stands there.
    const field = scalarText(tree, key);
    const isRefused = place.version === 'v3' && field === 'config';
    if (CONFIGURED.has(field) && (isRefused || !isNull(tree, key + 1))) return;
  }
  const message = messageOfSelection(selection, options.namespace);
  const url = message === undefined ? undefined : urlInThree(message, options.namespace);
  // What only has a name is found by its type in version 3, whatever the version of the message around it.
  if (message !== undefined)
    renameExtension(findings, map, { id: message, version: 'v2' }, selection.name, place);
  if (message !== undefined && url !== undefined) {
    const path = pointerOfWay(below(place.way, speller(tree, map)('typed_config')));
    const versions = apiVersionsOf(message, options).map(({ name: field }) => [field, 'V3'] as const);
    findings.push(place, map, { op: 'add', path, value: { '@type': url, ...Object.fromEntries(versions) } });
  } else if (extensionOf(id, selection.name, options.namespace) === undefined) {
    const reason = `version 3 finds an extension by the type of its configuration, and cfgtool does not know the extension ${JSON.stringify(selection.name)}; write typed_config with its "@type"`;
    findings.obstacle(place, map, id, reason);
  }
}
