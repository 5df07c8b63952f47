/** What the core uses of `node:net`, for a browser. */

const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** 4 or 6, or 0 for what is no address. */
export function isIP(text: string): 0 | 4 | 6 {
  if (V4.test(text)) return 4;
  return isV6(text) ? 6 : 0;
}

/** RFC 4291, 2.2, with a zone behind a percent sign. */
function isV6(text: string): boolean {
  const [address = '', ...zone] = text.split('%');
  if (zone.length > 1 || (zone.length === 1 && !/^[0-9a-zA-Z-.:]+$/.test(zone[0] ?? ''))) return false;
  const sides = address.split('::');
  if (sides.length > 2) return false;
  const groups = sides.flatMap((side) => (side === '' ? [] : side.split(':')));
  const last = groups.at(-1) ?? '';
  const isMixed = last.includes('.') && !address.endsWith('::');
  if (isMixed && !V4.test(last)) return false;
  const plain = isMixed ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = plain.length + (isMixed ? 2 : 0);
  return sides.length === 2 ? count < 8 : count === 8;
}
