/** The entry of the worker thread of `cfgtool lsp`; it is started by server.ts. */
import { parentPort } from 'node:worker_threads';
import { serveWorkspace } from './ask-workspace.ts';

if (parentPort !== null) serveWorkspace(parentPort, () => performance.now());
