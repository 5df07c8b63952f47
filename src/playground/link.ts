/** What a link to the page says, in its fragment: which never leaves the browser. */
import type { PaneText } from './questions.ts';

/** What the page shows. */
export interface Shared {
  readonly texts: readonly PaneText[];
  readonly view?: string;
  readonly request?: string;
}

export type FromLink = Shared | { readonly example: string; readonly view?: string };

/** Longer links are refused by browsers, or cut off on their way. */
export const MAX_CHARACTERS = 1_000_000;
/** What a link unpacks to at most. */
const MAX_BYTES = 20_000_000;

/** The fragment, with its `#`. */
export async function linkOf(shared: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(shared)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#z=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/**
 * What a fragment says: `#z=` as made above, or what people write by hand: `#example=shadowed-route`, or
 * `#text=…&beside=…&request=…&view=…` with percent signs for what needs them. Undefined where it says nothing that can
 * be read.
 */
export async function readLink(fragment: string): Promise<FromLink | undefined> {
  const parts = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B'));
  const view = part(parts, 'view');
  const packed = parts.get('z');
  if (packed !== null) return await unpacked(packed);
  const example = parts.get('example');
  if (example !== null) return { example, ...(view === undefined ? {} : { view }) };
  const text = parts.get('text');
  if (text === null) return undefined;
  const [beside, request] = [parts.get('beside'), part(parts, 'request')];
  return {
    texts: [
      { pane: 'a', name: 'input.yaml', text },
      ...(beside === null ? [] : [{ pane: 'b', name: 'beside.yaml', text: beside } as const]),
    ],
    ...(view === undefined ? {} : { view }),
    ...(request === undefined ? {} : { request }),
  };
}

function part(parts: URLSearchParams, name: string): string | undefined {
  return parts.get(name) ?? undefined;
}

async function unpacked(packed: string): Promise<Shared | undefined> {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return sharedIn(JSON.parse(await textOf(stream)));
  } catch {
    return undefined;
  }
}

/** @throws Error where it becomes too long */
async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let read = 0; ; ) {
    const { value, done } = await reader.read();
    if (done || value === undefined) return text + decoder.decode();
    read += value.length;
    if (read > MAX_BYTES) {
      await reader.cancel();
      throw new Error('the link holds too much');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Anybody may have written it. */
function sharedIn(data: unknown): Shared | undefined {
  const { texts, view, request } = fieldsOf(data);
  if (!Array.isArray(texts)) return undefined;
  const panes = texts.slice(0, 2).map(textIn);
  if (panes.length === 0 || !panes.every((each) => each !== undefined)) return undefined;
  return {
    texts: panes.map((each, index) => ({ ...each, pane: index === 0 ? 'a' : 'b' })),
    ...(typeof view === 'string' ? { view } : {}),
    ...(typeof request === 'string' ? { request } : {}),
  };
}

function textIn(data: unknown): Omit<PaneText, 'pane'> | undefined {
  const { name, text, type } = fieldsOf(data);
  if (typeof name !== 'string' || typeof text !== 'string') return undefined;
  return { name, text, ...(typeof type === 'string' ? { type } : {}) };
}

function fieldsOf(data: unknown): { readonly [field: string]: unknown } {
  return typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {};
}
