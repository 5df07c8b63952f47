/** A worker's side: one input after the other, as a run works them, answered as data. */
import type { MessagePort } from 'node:worker_threads';
import { plainData } from '../../../results/detached.ts';
import { showAll } from '../../../results/secrets/redact.ts';
import type { Candidate } from '../../../source/candidate.ts';
import { printJson } from '../../../source/edit/print.ts';
import { InputError } from '../../../source/errors.ts';
import { settingsFinder } from '../../find-settings.ts';
import type { Entries } from '../cache.ts';
import { type Pass, type PassHost, resultOf } from '../each-input.ts';
import type { FileOutcome, Reply, Task } from './pool.ts';

/** How a worker works one input. */
export interface Service<T, O> {
  /** What becomes of it, or undefined where the run is to work it itself; its remarks go to the host. */
  work(input: T, host: PassHost): Promise<O | undefined>;
  /** The run is over. */
  end(): Promise<void>;
}

/** Never ends: the run ends its workers. */
export async function serve<T, O>(
  { work, end }: Service<T, O>,
  host: PassHost,
  port: MessagePort,
): Promise<never> {
  const tell = (reply: Reply<O>): void => port.postMessage(reply);
  const answer = async ({ at, input }: Exclude<Task<T>, 'end'>): Promise<void> => {
    const notes: string[] = [];
    let outcome: O | undefined;
    try {
      outcome = await work(input, { ...host, note: (text) => void notes.push(text) });
    } catch {
      // Whatever it is, the run meets it itself.
    }
    tell({ at, notes, outcome });
  };
  port.on('message', (task: Task<T>) => {
    if (task === 'end') void end().finally(() => tell('ended'));
    else void answer(task);
  });
  tell('ready');
  return await new Promise<never>(() => {});
}

/** Serves the files of a pass. */
export async function serveFiles<R>(pass: Pass<R>, host: PassHost, port: MessagePort): Promise<never> {
  const finder = settingsFinder(pass.options.config);
  const service: Service<Candidate, FileOutcome> = {
    async work(candidate, quiet) {
      const settings = await finder.for(candidate.kind === 'file' ? candidate.path : undefined);
      return outcomeOf(await resultOf(candidate, settings, pass, quiet), pass);
    },
    end: async () => await pass.sharing?.end(),
  };
  return await serve(service, host, port);
}

function outcomeOf<R>(
  made: Awaited<ReturnType<typeof resultOf<R>>>,
  { entries }: Pass<R>,
): FileOutcome | undefined {
  if (made === undefined || entries === undefined) return undefined;
  if (made instanceof InputError) return { kind: 'unread', details: made.details };
  if ('reason' in made) return { kind: 'skipped', reason: made.reason, shown: made.shown };
  return { kind: 'done', text: resultText(made.result, entries) };
}

/** A result as it travels. */
export function resultText<R>(result: R, { objectOf }: Pick<Entries<R>, 'objectOf'>): string {
  return printJson(plainData(objectOf(result), showAll), '');
}
