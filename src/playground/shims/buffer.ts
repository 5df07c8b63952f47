/** What the core uses of node's `Buffer` and `node:buffer`, for a browser. test/playground holds it to node's own. */

type Encoding = 'utf8' | 'base64' | 'latin1' | 'hex';

class Bytes extends Uint8Array {
  override toString(encoding: Encoding = 'utf8'): string {
    switch (encoding) {
      case 'utf8':
        return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this);
      case 'latin1':
        return characters(this);
      case 'base64':
        return btoa(characters(this));
      case 'hex':
        return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    }
  }
}

/** So many characters are taken at once: arguments of a call go on the stack. */
const PIECE = 8192;

function characters(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** As lenient as node: both alphabets, anything else left out, the padding its end. */
function fromBase64(text: string): Bytes {
  const digits = text
    .replace(/=.*$/s, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return Bytes.from(atob(whole), (character) => character.charCodeAt(0)) as Bytes;
}

function from(value: string | ArrayBuffer | ArrayLike<number>, ...rest: readonly unknown[]): Bytes {
  if (typeof value !== 'string') {
    const [offset, length] = rest.map(Number);
    return value instanceof ArrayBuffer ? new Bytes(value, offset, length) : (Bytes.from(value) as Bytes);
  }
  const [encoding = 'utf8'] = rest;
  if (encoding === 'base64') return fromBase64(value);
  const bytes = new TextEncoder().encode(value);
  return new Bytes(bytes.buffer, bytes.byteOffset, bytes.length);
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Bytes(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Bytes of a text in UTF-8, without making them. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Half of a pair counts two bytes, so that both are four; half without the other becomes a character of three.
    const isFirst = unit >= 0xd800 && unit < 0xdc00;
    const next = isFirst ? text.charCodeAt(at + 1) : 0;
    if (next >= 0xdc00 && next < 0xe000) {
      bytes += 2;
      at++;
    } else bytes += unit < 0x800 ? 1 : 2;
  }
  return bytes;
}

export const Buffer = { from, concat, byteLength };

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
