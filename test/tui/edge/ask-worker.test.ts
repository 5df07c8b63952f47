import { readFileSync } from 'node:fs';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, test } from 'vitest';
import { Cancelled, type FromWorker, type WorkerLike } from '../../../src/rpc/client.ts';
import { type JobClient, jobClient, serveJobs } from '../../../src/tui/edge/ask-worker.ts';
import type { JobInput } from '../../../src/tui/jobs/input.ts';
import type { Job } from '../../../src/tui/jobs/job.ts';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');

function input(text: string): JobInput {
  return {
    side: [{ name: 'front.yaml', text, levels: new Map() }],
    together: false,
    showSecrets: false,
    diff: { ignore: [], rules: new Map() },
  };
}

let client: JobClient | undefined;
afterEach(() => client?.close());

/** A worker in this thread: what goes through its port is cloned as it is between threads. */
function worker(sent: FromWorker[] = []): () => WorkerLike<JobInput, Job> {
  return () => {
    const { port1, port2 } = new MessageChannel();
    port2.on('message', (message: FromWorker) => sent.push(message));
    serveJobs(port1, () => performance.now());
    return Object.assign(port2, { terminate: () => port2.close() }) as unknown as WorkerLike<JobInput, Job>;
  };
}

const clusters = (count: number) =>
  `clusters:\n${Array.from({ length: count }, (_, at) => `- {name: c${at}, connect_timeout: 1s, type: STATIC, hosts: [{pipe: {path: /${at}}}]}`).join('\n')}\n`;

describe('a question', () => {
  test('is answered, with what is on the way', async () => {
    client = jobClient(input(front), worker());
    const told: string[] = [];
    const analysis = await client.ask({ job: 'analysis' }, (text) => told.push(text));
    expect(analysis.findings.length).toBeGreaterThan(10);
    expect(analysis.links.references).toBeInstanceOf(Int32Array);
    expect(told.length).toBeGreaterThan(0);
  });

  test('several at once are answered in turn', async () => {
    client = jobClient(input(front), worker());
    const [offer, secrets] = await Promise.all([
      client.ask({ job: 'edits' }),
      client.ask({ job: 'secrets' }),
    ]);
    expect(offer.edits.filter(({ made }) => made === 'always')).toHaveLength(17);
    expect(Array.isArray(secrets)).toBe(true);
  });

  test('whose answer is long comes in pieces, each when the one before was taken', async () => {
    const sent: FromWorker[] = [];
    client = jobClient(input(clusters(1234)), worker(sent));
    const { edits } = await client.ask({ job: 'edits' });
    // Each is an edit, and a resource that can be lifted.
    const pointers = Array.from({ length: 1234 }, (_, at) => `/clusters/${at}`);
    expect(edits.map(({ pointer }) => pointer)).toEqual([...pointers, ...pointers]);
    const pieces = sent.filter(({ kind }) => kind === 'piece');
    expect(pieces).toHaveLength(25);
    for (const piece of pieces)
      expect(piece.kind === 'piece' && piece.entries.length).toBeLessThanOrEqual(100);
  });

  test('that fails is rejected with the reason, and the next one is answered', async () => {
    client = jobClient(
      { ...input('a: ['), side: [{ name: 'broken.yaml', text: 'a: [', levels: new Map() }] },
      worker(),
    );
    await expect(client.ask({ job: 'edits' })).rejects.toThrow('broken.yaml');
    await expect(client.ask({ job: 'secrets' })).rejects.toThrow('broken.yaml');
  });
});

test('closing rejects what is open, and everything after it', async () => {
  client = jobClient(input(front), worker());
  const open = client.ask({ job: 'analysis' });
  client.close();
  await expect(open).rejects.toBeInstanceOf(Cancelled);
  await expect(client.ask({ job: 'edits' })).rejects.toBeInstanceOf(Cancelled);
});

test('no worker is started before something is asked', () => {
  let started = 0;
  client = jobClient(input(front), () => {
    started++;
    return worker()();
  });
  client.close();
  expect(started).toBe(0);
});
