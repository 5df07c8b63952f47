const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes that a text is matched as: its UTF-8. A lone surrogate becomes U+FFFD. */
export function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** The text of UTF-8 bytes, or undefined where they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}
