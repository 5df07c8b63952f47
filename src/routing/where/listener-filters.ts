/** What a listener filter is: by the type of its configuration, else by its name. */
import { withoutNamespace } from '../../model/extension-config.ts';
import type { Message } from '../../schema/types.ts';

/** Such as `tls_inspector`. */
export function listenerFilterKind(
  { name = '', typed_config: config }: Message<'listener.ListenerFilter'>,
  namespace: string,
): string {
  const [, kind] = /(?:^|\.)filters?\.listener\.([a-z_]+)\./.exec(config?.['@type'] ?? '') ?? [];
  return kind ?? withoutNamespace(name, namespace).replace(/^(?:filters\.)?listener\./, '');
}
