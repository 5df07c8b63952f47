/** `--shard I/N`: a share of the inputs that stays the same when others come or go. */
import { createHash } from 'node:crypto';
import type { Shard } from '../../results/run.ts';
import { UsageError } from '../usage-error.ts';

const MAX_SHARDS = 100_000;

/** @throws UsageError where the text is no `I/N` with I from 1 to N */
export function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MAX_SHARDS) return { index, count };
  const hint =
    index === 0 && count > 0
      ? 'shards count from 1: add 1 to an index that counts from 0'
      : 'for example --shard 2/8';
  throw new UsageError(`--shard takes I/N with I from 1 to N, not "${text}"`, hint);
}

/** Whether an input is in a share. @param key its path below what was searched, or its name */
export function isInShard(key: string, { index, count }: Shard): boolean {
  const hash = createHash('sha256').update(key).digest();
  return Number(hash.readBigUInt64BE() % BigInt(count)) === index - 1;
}
