/** IP addresses and blocks of them, as filter chains compare them. */
import type { Message } from '../../schema/types.ts';

type CidrRange = Message<'core.CidrRange'>;

export interface IpAddress {
  readonly bits: bigint;
  /** 32 or 128. */
  readonly size: number;
}

/** An address in the usual writing of IPv4 or IPv6; undefined where it is none. */
export function ipAddress(text: string): IpAddress | undefined {
  // Zeros in front would be octal to some readers: the proxy refuses them.
  if (/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(text)) {
    const parts = text.split('.').map(Number);
    return parts.some((part) => part > 255)
      ? undefined
      : { bits: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), size: 32 };
  }
  return text.includes(':') ? ipv6(text) : undefined;
}

const GROUPS = 8;

function ipv6(text: string): IpAddress | undefined {
  const [, head = '', tail] = /^((?:[^:]|:(?!:))*)(?:::(.*))?$/s.exec(text) ?? [];
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  if (first === undefined || last === undefined) return undefined;
  const missing = GROUPS - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...first, ...new Array<number>(missing).fill(0), ...last];
  return { bits: groups.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n), size: 128 };
}

function groupsOf(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  for (const part of text.split(':')) {
    const dotted = part.includes('.') ? ipAddress(part) : undefined;
    if (dotted !== undefined) groups.push(Number(dotted.bits >> 16n), Number(dotted.bits & 0xffffn));
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

/** A block of addresses in one spelling, `0a000000/8/32`; undefined where it is none. */
export function blockKey({
  address_prefix: prefix = '',
  prefix_len: length = 0,
}: CidrRange): string | undefined {
  const address = ipAddress(prefix);
  return address === undefined ? undefined : keyOf(address, Math.min(Number(length), address.size));
}

/** The blocks that an address is in, the smallest first. */
export function* blocksAround(address: IpAddress): Generator<string> {
  for (let length = address.size; length >= 0; length--) yield keyOf(address, length);
}

function keyOf({ bits, size }: IpAddress, length: number): string {
  return `${(bits >> BigInt(size - length)).toString(16)}/${length}/${size}`;
}

/** Whether the proxy takes an address for the machine itself: of all that are, 127.0.0.1 and ::1 (fact 97). */
export function isLoopback({ bits, size }: IpAddress): boolean {
  return bits === (size === 32 ? 0x7f000001n : 1n);
}

/** Whether an address stands for every address of the machine. */
export function isUnspecified({ bits }: IpAddress): boolean {
  return bits === 0n;
}

/** An address as the proxy writes it: IPv6 in lower case, its longest run of zeros left out (RFC 5952). */
export function addressText({ bits, size }: IpAddress): string {
  const parts = (count: number, width: bigint): readonly number[] =>
    Array.from({ length: count }, (_, at) =>
      Number((bits >> (width * BigInt(count - 1 - at))) & ((1n << width) - 1n)),
    );
  if (size === 32) return parts(4, 8n).join('.');
  const text = parts(GROUPS, 16n)
    .map((group) => group.toString(16))
    .join(':');
  const [longest = ''] = (text.match(/\b0(?::0)+\b/g) ?? []).toSorted(
    (one, other) => other.length - one.length,
  );
  if (longest === '') return text;
  const [head = '', tail = ''] = splitOnce(text, longest);
  return `${head.replace(/:$/, '')}::${tail.replace(/^:/, '')}`;
}

function splitOnce(text: string, part: string): readonly string[] {
  const at = text.indexOf(part);
  return [text.slice(0, at), text.slice(at + part.length)];
}
