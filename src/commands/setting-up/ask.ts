/** The questions of `cfgtool init` on a terminal. */
import { createInterface } from 'node:readline/promises';
import { standardError } from '../start/output.ts';
import { CI_KINDS, type CiKind } from './ci-text.ts';

export interface Wishes {
  readonly folder: string;
  readonly git: boolean;
  readonly ci: CiKind | undefined;
}

/** Asks, on standard error; Ctrl-D takes what is offered, Ctrl-C ends the run before anything is written. */
export async function askWishes(): Promise<Wishes> {
  const lines = createInterface({ input: process.stdin, output: standardError.stream });
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // What is typed ahead waits for its question.
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    lines.setPrompt(question);
    lines.prompt();
    const { value, done } = await typed.next();
    return done === true ? '' : value.trim();
  };
  try {
    const folder = await ask('Where do the configurations stand? [.] ');
    const git = await ask('Show them in git diff through cfgtool? [y/N] ');
    let ci = '';
    do ci = (await ask('Check them in CI? [github/gitlab/NO] ')).toLowerCase();
    while (!['', 'no', 'n', ...CI_KINDS].includes(ci));
    return { folder: folder || '.', git: /^y/i.test(git), ci: CI_KINDS.find((kind) => kind === ci) };
  } finally {
    lines.close();
  }
}
