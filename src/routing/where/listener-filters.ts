/** What a listener filter is: by the type of its configuration, else by its name. */
import { withoutWord } from '../../model/extension-config.ts';
import type { Message } from '../../schema/types.ts';

/** Such as `tls_inspector`. */
export function listenerFilterKind(
  { name = '', typed_config: config }: Message<'listener.ListenerFilter'>,
  word: string,
): string {
  const [, kind] = /(?:^|\.)filters?\.listener\.([a-z_]+)\./.exec(config?.['@type'] ?? '') ?? [];
  return kind ?? withoutWord(name, word).replace(/^(?:filters\.)?listener\./, '');
}
