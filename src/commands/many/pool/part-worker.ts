/** The entry of the threads of `--jobs`: each is the same command as the run that started it, and works single inputs. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { takeDescriptors } from '../../descriptors.ts';
import { loadCommand } from '../../index.ts';
import { oclifConfig } from '../../oclif-config.ts';
import { asPartWorker } from './as-worker.ts';
import type { WorkerStart } from './pool.ts';

async function serve(port: MessagePort): Promise<void> {
  const { command, argv, root, version, descriptors } = workerData as WorkerStart;
  asPartWorker(port);
  await takeDescriptors(descriptors);
  const Chosen = await loadCommand(command);
  Chosen.id = command;
  await new Chosen([...argv], oclifConfig(root, version)).start();
}

if (parentPort !== null) void serve(parentPort);
