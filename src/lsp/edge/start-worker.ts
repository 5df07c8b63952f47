/** Starts the worker thread. Its file stands beside this one, also in a bundle (docs/architecture.md). */
import { Worker } from 'node:worker_threads';

export function startWorker(): Worker {
  // What a worker says would end up in the protocol.
  const worker = new Worker(new URL('./lsp-worker.js', import.meta.url), { stdout: true, stderr: true });
  worker.unref();
  return worker;
}
