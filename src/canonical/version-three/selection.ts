/** What a message that names an extension selects. */
import { configTable, extensionOf, isTlsSocket, withoutWord } from '../../model/extension-config.ts';
import { messageOfType } from '../../schema/version.ts';

/** What selects an extension in a message. */
export interface Selection {
  /** Table of the message that names it. */
  readonly holder: string;
  readonly name: string;
  /** Whether it stands in a listener's filter chain, where TLS has another message. */
  readonly isDownstream: boolean;
}

/** The message that a selected extension is configured with, where it is a known one. */
export function messageOfSelection(
  { holder, name, isDownstream }: Selection,
  word: string,
): string | undefined {
  const table = configTable(holder, name, word, isDownstream);
  if (table !== undefined) return table;
  const typeName = extensionOf(holder, name, word)?.typeName;
  return typeName === undefined ? undefined : messageOfType(typeName)?.id;
}

/** The current name of a known extension that is written with an older one; undefined where nothing changes. */
export function currentName({ holder, name }: Selection, word: string): string | undefined {
  const isSocket = holder === 'core.TransportSocket' && isTlsSocket(name, word);
  const current = isSocket ? 'transport_sockets.tls' : extensionOf(holder, name, word)?.name;
  return current === undefined || withoutWord(name, word) === current ? undefined : `${word}.${current}`;
}
