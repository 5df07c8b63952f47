/** The entry of the worker thread of `cfgtool explore`; it is started by ask-worker.ts. */
import { parentPort } from 'node:worker_threads';
import { serveJobs } from './ask-worker.ts';

if (parentPort !== null) serveJobs(parentPort, () => performance.now());
