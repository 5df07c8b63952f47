/** The entry of the worker thread of `cfgtool explore`; it is started by start-worker.ts. */
import { parentPort } from 'node:worker_threads';
import { serveJobs } from './serve-jobs.ts';

if (parentPort !== null) serveJobs(parentPort, () => performance.now());
