/** One worker, asked in turn: what waits is replaced or dropped, and one that breaks down is replaced by another. */
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  BrokeDown,
  Cancelled,
  type FromWorker,
  heardBy,
  type ToWorker,
  WorkerClient,
  type WorkerLike,
} from '../../src/rpc/client.ts';
import { serve } from '../../src/rpc/serve.ts';

/** A worker that answers when the test says so. */
class Held extends EventEmitter implements WorkerLike<string, string> {
  readonly heard: ToWorker<string, string>[] = [];
  isGone = false;

  postMessage(message: ToWorker<string, string>): void {
    this.heard.push(message);
  }

  terminate(): void {
    this.isGone = true;
  }

  say(message: FromWorker): void {
    this.emit('message', message);
  }

  /** Answers the last question. */
  answer(answer: unknown): void {
    const last = this.heard.findLast(({ kind }) => kind === 'ask');
    if (last?.kind !== 'ask') throw new Error('nothing was asked');
    this.say({ kind: 'answer', id: last.id, answer });
  }

  /** What it was told and asked, in order. */
  words(): readonly string[] {
    return this.heard.map((message) =>
      message.kind === 'tell' ? message.news : message.kind === 'ask' ? `${message.question}?` : message.kind,
    );
  }
}

function clientOf(greeting: readonly string[] = []) {
  const workers: Held[] = [];
  const client = new WorkerClient<string, string>(
    (hearing) => {
      const worker = new Held();
      workers.push(worker);
      return heardBy(worker, hearing);
    },
    () => greeting,
  );
  const worker = (at = workers.length - 1): Held => workers[at] ?? expect.unreachable('no worker');
  return { client, workers, worker };
}

test('a worker is started by the first word, and greeted', () => {
  const { client, workers, worker } = clientOf(['hello']);
  expect(workers).toHaveLength(0);
  void client.ask('one');
  expect(worker().words()).toEqual(['hello', 'one?']);
});

test('questions go one after the other', async () => {
  const { client, worker } = clientOf();
  const [one, two] = [client.ask('one'), client.ask('two')];
  expect(worker().words()).toEqual(['one?']);
  worker().answer(1);
  expect(await one).toBe(1);
  expect(worker().words()).toEqual(['one?', 'two?']);
  expect(client.isIdle).toBe(false);
  worker().answer(2);
  expect(await two).toBe(2);
  expect(client.isIdle).toBe(true);
});

test('of news with one key only the latest are sent, before what was asked after the first', () => {
  const { client, worker } = clientOf();
  void client.ask('one');
  client.tell('a', 'a1');
  void client.ask('two');
  client.tell('b', 'b1');
  client.tell('a', 'a2');
  worker().answer(1);
  expect(worker().words()).toEqual(['one?', 'a2', 'two?']);
  worker().answer(2);
  expect(worker().words()).toEqual(['one?', 'a2', 'two?', 'b1']);
});

describe('what is cancelled', () => {
  test('is not asked', async () => {
    const { client, worker } = clientOf();
    void client.ask('one');
    let isCancelled = false;
    const two = client.ask('two', { isCancelled: () => isCancelled });
    const three = client.ask('three');
    isCancelled = true;
    worker().answer(1);
    await expect(two).rejects.toBeInstanceOf(Cancelled);
    worker().answer(3);
    expect(await three).toBe(3);
    expect(worker().words()).toEqual(['one?', 'three?']);
  });

  test('is not answered, and the next one is asked', async () => {
    const { client, worker } = clientOf();
    const one = client.ask('one', { isCancelled: () => worker().heard.length > 0 });
    void client.ask('two');
    worker().answer(1);
    await expect(one).rejects.toBeInstanceOf(Cancelled);
    expect(worker().words()).toEqual(['one?', 'two?']);
  });
});

test('a worker that breaks down costs one question; the next one is asked of a new one, which is greeted', async () => {
  const { client, worker } = clientOf(['hello']);
  const [one, two] = [client.ask('one'), client.ask('two')];
  client.tell('a', 'a1');
  worker().emit('error', new Error('out of memory'));
  await expect(one).rejects.toEqual(new BrokeDown('out of memory'));
  // The greeting has the news.
  expect(worker(1).words()).toEqual(['hello', 'two?']);
  worker(0).answer('too late');
  worker(1).answer(2);
  expect(await two).toBe(2);
});

test('a worker that is ended, or ends by itself, costs what it is asked', async () => {
  const { client, worker } = clientOf(['hello']);
  const [one, two, three] = [client.ask('one'), client.ask('two'), client.ask('three')];
  client.restart();
  expect(worker(0).isGone).toBe(true);
  await expect(one).rejects.toBeInstanceOf(Cancelled);
  worker(0).emit('exit');
  expect(worker(1).words()).toEqual(['hello', 'two?']);
  worker(1).emit('exit');
  await expect(two).rejects.toEqual(new BrokeDown(''));
  worker(2).answer(3);
  expect(await three).toBe(3);
});

test('closing ends the worker, and rejects all that is asked, then and later', async () => {
  const { client, worker } = clientOf();
  const open = [client.ask('one'), client.ask('two')];
  client.close();
  for (const each of [...open, client.ask('three')]) await expect(each).rejects.toBeInstanceOf(Cancelled);
  expect(worker().isGone).toBe(true);
});

test('what a worker says of a question nobody waits for is passed over', async () => {
  const { client, worker } = clientOf();
  const one = client.ask('one');
  worker().say({ kind: 'answer', id: 7, answer: 'another' });
  worker().say({ kind: 'failed', id: 1, problem: 'no' });
  await expect(one).rejects.toThrow('no');
  worker().say({ kind: 'answer', id: 1, answer: 'twice' });
  expect(client.isIdle).toBe(true);
});

test('the other side answers in turn, and says what went wrong as its service words it', async () => {
  const sent: FromWorker[] = [];
  const port = Object.assign(new EventEmitter(), {
    postMessage: (message: FromWorker) => void sent.push(message),
  });
  const known: string[] = [];
  serve<string, string>(port, {
    tell: (news) => void known.push(news),
    answer(question) {
      if (question === 'fail') throw new Error('secret');
      return { question, known: [...known] };
    },
    problem: () => 'a mistake',
    now: () => 0,
  });
  port.emit('message', { kind: 'tell', news: 'a' });
  port.emit('message', { kind: 'ask', id: 1, question: 'fail' });
  port.emit('message', { kind: 'tell', news: 'b' });
  port.emit('message', { kind: 'ask', id: 2, question: 'what' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toEqual([
    { kind: 'failed', id: 1, problem: 'a mistake' },
    { kind: 'answer', id: 2, answer: { question: 'what', known: ['a', 'b'] } },
  ]);
});
