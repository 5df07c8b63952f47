/** Starts the worker thread. Its file stands beside this one, also in a bundle (docs/architecture.md). */
import { Worker } from 'node:worker_threads';

export function startWorker(): Worker {
  const worker = new Worker(new URL('./explore-worker.js', import.meta.url), {
    // What a worker says would end up on the screen.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  return worker;
}
