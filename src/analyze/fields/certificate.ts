/** Names that a certificate is for, read out of its text: X.509 in DER, as far as it takes to find them. */

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';
/** Longer ones are not looked at. */
const MAX_CHARS = 100_000;

/**
 * The DNS names of the first certificate of a PEM text, in lower case; names of other kinds are left out.
 *
 * @returns undefined where it cannot be read
 */
export function dnsNamesIn(pem: string): readonly string[] | undefined {
  const from = pem.indexOf(BEGIN);
  const to = pem.indexOf(END, from);
  if (from === -1 || to === -1 || to - from > MAX_CHARS) return undefined;
  const der = Buffer.from(pem.slice(from + BEGIN.length, to), 'base64');
  try {
    return namesIn(der);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** One value of DER: what it is, and its bytes. */
interface Part {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

const OCTETS = 0x04;
const SEQUENCE = 0x30;
/** Extensions of a certificate, */
const EXTENSIONS = 0xa3;
/** and names of hosts among its alternative names. */
const DNS_NAME = 0x82;
/** 2.5.29.17, the extension of alternative names. */
const ALTERNATIVE_NAMES = '551d11';

function namesIn(der: Uint8Array): readonly string[] {
  const [certificate] = partsOf(der);
  const [signed] = partsOf(bytesOf(certificate));
  const extensions = partsOf(bytesOf(signed)).find(({ tag }) => tag === EXTENSIONS);
  if (extensions === undefined) return [];
  const [list] = partsOf(extensions.bytes);
  for (const extension of partsOf(bytesOf(list))) {
    const [id, ...rest] = partsOf(bytesOf(extension));
    if (Buffer.from(id?.bytes ?? []).toString('hex') !== ALTERNATIVE_NAMES) continue;
    const [names] = partsOf(bytesOf(rest.at(-1), OCTETS));
    return partsOf(bytesOf(names))
      .filter(({ tag }) => tag === DNS_NAME)
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1').toLowerCase());
  }
  return [];
}

function bytesOf(part: Part | undefined, tag = SEQUENCE): Uint8Array {
  if (part?.tag !== tag) throw new RangeError('another value was expected there');
  return part.bytes;
}

/** What stands one after the other. */
function partsOf(bytes: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first - 0x80;
    if (more > 3) throw new RangeError('too long');
    const head = at + 2 + more;
    const length = more === 0 ? first : bytes.slice(at + 2, head).reduce((sum, byte) => sum * 256 + byte, 0);
    if (head + length > bytes.length) throw new RangeError('cut off');
    parts.push({ tag, bytes: bytes.slice(head, head + length) });
    at = head + length;
  }
  return parts;
}
