/** Whether this thread is a worker of a run, and what it talks to. */
import type { MessagePort } from 'node:worker_threads';

let port: MessagePort | undefined;

export function asPartWorker(of: MessagePort): void {
  port = of;
}

export function workerPort(): MessagePort | undefined {
  return port;
}
