/** Takes the parts of a run as they come: keeps them for a report, or writes each as a line and forgets it. */

import { createHash } from 'node:crypto';
import { endLine, type LineHead, partLine } from '../../report/run.ts';
import { factsOf, type Part, type RunFacts, type Shard } from '../../results/run.ts';
import type { OutputStream } from '../../source/write.ts';
import { isStandardOutput, type Terminal, writtenText } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface PartsOptions<R> {
  readonly head: LineHead;
  /** Whether parts are written as lines. */
  readonly lines: boolean;
  readonly output?: string | undefined;
  readonly terminal: Terminal;
  /** Told of a file of lines that was written. */
  readonly note: (text: string) => void;
  /** A result as a line says it. */
  objectOf(result: R): object;
  /** What is counted of a result. */
  countsOf(result: R): { readonly [name: string]: number };
}

export class Parts<R> {
  /** Those that a report needs: all of them, or where lines are written those without results. */
  readonly kept: Part<R>[] = [];
  /** How many results there are. */
  files = 0;
  private readonly totals = new Map<string, number>();
  private readonly options: PartsOptions<R>;
  private stream: OutputStream | undefined;

  constructor(options: PartsOptions<R>) {
    this.options = options;
  }

  async take(part: Part<R>): Promise<void> {
    const { lines, head, objectOf, countsOf } = this.options;
    if (part.kind === 'done') this.files++;
    if (!lines || part.kind !== 'done') this.kept.push(part);
    if (!lines) return;
    if (part.kind === 'done')
      for (const [name, count] of Object.entries(countsOf(part.result)))
        this.totals.set(name, (this.totals.get(name) ?? 0) + count);
    await this.write(partLine(part, head, objectOf));
  }

  /** Writes the last line. @param first what stands at the front of its summary */
  async end(run: RunFacts, first: { readonly [name: string]: number | boolean } = {}): Promise<void> {
    const summary = { ...first, files: this.files, ...Object.fromEntries(this.totals) };
    await this.write(endLine(summary, this.options.head, run));
    const { output = '', note } = this.options;
    if (await this.stream?.finish()) note(writtenText(output));
  }

  /** The results that were kept. */
  results(): readonly R[] {
    return this.kept.flatMap((part) => (part.kind === 'done' ? part.result : []));
  }

  /** The same with their positions. */
  done(): readonly { readonly order: number; readonly result: R }[] {
    return this.kept.flatMap((part) => (part.kind === 'done' ? part : []));
  }

  /** What is said about the run. @param left inputs that it did not come to */
  facts(facts: Omit<RunFacts, 'unread' | 'skipped' | 'left'>, left: number): RunFacts {
    return factsOf(this.kept, facts, left);
  }

  /** Does the work; where it fails, a file that was begun goes away. */
  async orAbandon<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.stream?.abandon();
      throw error;
    }
  }

  private async write(line: string): Promise<void> {
    const { output, terminal } = this.options;
    if (isStandardOutput(output)) return terminal.result(line);
    const [{ openOutput }, { processWriteIo }] = await Promise.all([
      import('../../source/write.ts'),
      import('../io.ts'),
    ]);
    this.stream ??= await openOutput(output, processWriteIo);
    await this.stream.write(line);
  }
}

// `--shard I/N`: a share of the inputs that stays the same when others come or go.

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
