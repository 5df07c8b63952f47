/** The connection to the editor, and how it ends: asked for, by a pipe that closes, or since the editor is gone. */
import type { Readable, Writable } from 'node:stream';
import { type Connection, createConnection, ProposedFeatures } from 'vscode-languageserver';
import { createProtocolConnection, type Logger } from 'vscode-languageserver-protocol/node';
import { frames } from './frames.ts';

export interface Transport {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether a process is there still. */
  readonly isAlive: (process: number) => boolean;
}

/** How often it is looked whether the editor is there still, in milliseconds. */
const WATCH = 3000;

/** What the library says about messages that are none could quote what is in them. */
const SILENT: Logger = { error: () => {}, warn: () => {}, info: () => {}, log: () => {} };

/** `ended` tells whether the editor left as the protocol has it: `exit` after `shutdown`, or a closed pipe. */
export function connect({ input, output, isAlive }: Transport): {
  readonly connection: Connection;
  readonly ended: Promise<boolean>;
} {
  let end: (isOrderly: boolean) => void = () => {};
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  let timer: NodeJS.Timeout | undefined;
  const watchDog = {
    shutdownReceived: false,
    initialize({ processId }: { readonly processId: number | null }) {
      if (processId === null) return;
      timer = setInterval(() => {
        if (!isAlive(processId)) end(true);
      }, WATCH);
      timer.unref();
    },
    exit: (code: number) => end(code === 0),
  };
  for (const event of ['end', 'close', 'error']) input.on(event, () => end(true));
  output.on('error', () => end(true));
  const connection = createConnection(
    () => createProtocolConnection(input.pipe(frames()), output, SILENT),
    watchDog,
    ProposedFeatures.all,
  );
  void ended.then(() => clearInterval(timer));
  return { connection, ended };
}
