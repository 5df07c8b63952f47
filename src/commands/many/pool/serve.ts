/** A worker's side: one input after the other, as a run works them, answered as data. */
import type { MessagePort } from 'node:worker_threads';
import { plainData } from '../../../results/detached.ts';
import { showAll } from '../../../results/secrets/redact.ts';
import { printJson } from '../../../source/edit/print.ts';
import { InputError } from '../../../source/errors.ts';
import { settingsFinder } from '../../find-settings.ts';
import { type Pass, type PassHost, resultOf } from '../each-part.ts';
import type { Reply, Task, TaskOutcome } from './messages.ts';

/** Never ends: the run ends its workers. */
export async function serveParts<R>(pass: Pass<R>, host: PassHost, port: MessagePort): Promise<never> {
  const finder = settingsFinder(pass.options.config);
  const tell = (reply: Reply): void => port.postMessage(reply);
  const work = async (task: Exclude<Task, 'end'>): Promise<void> => {
    const notes: string[] = [];
    const { at, candidate } = task;
    let outcome: TaskOutcome = { kind: 'unknown' };
    try {
      const settings = await finder.for(candidate.kind === 'file' ? candidate.path : undefined);
      const quiet: PassHost = { ...host, note: (text) => void notes.push(text) };
      outcome = outcomeOf(await resultOf(candidate, settings, pass, quiet), pass);
    } catch {
      // Whatever it is, the run meets it itself.
    }
    tell({ at, notes, outcome });
  };
  port.on('message', (task: Task) => {
    if (task === 'end') void (pass.sharing?.end() ?? Promise.resolve()).finally(() => tell('ended'));
    else void work(task);
  });
  tell('ready');
  return await new Promise<never>(() => {});
}

function outcomeOf<R>(made: Awaited<ReturnType<typeof resultOf<R>>>, { entries }: Pass<R>): TaskOutcome {
  if (made === undefined || entries === undefined) return { kind: 'unknown' };
  if (made instanceof InputError) return { kind: 'unread', details: made.details };
  if ('reason' in made) return { kind: 'skipped', reason: made.reason, shown: made.shown };
  return { kind: 'done', text: printJson(plainData(entries.objectOf(made.result), showAll), '') };
}
