/** What the core uses of `node:crypto`, for a browser: the hash of a long text. */
import { plainSha256 } from '../../model/sha256.ts';

export function createHash(_: 'sha256') {
  let text = '';
  const hash = {
    update(more: string) {
      text += more;
      return hash;
    },
    digest: (_encoding: 'hex'): string => plainSha256(text),
  };
  return hash;
}
