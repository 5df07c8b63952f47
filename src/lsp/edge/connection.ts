/** The connection to the editor, and how it ends: asked for, by a pipe that closes, or since the editor is gone. */
import { type Readable, Transform, type Writable } from 'node:stream';
import { type Connection, createConnection, ProposedFeatures } from 'vscode-languageserver';
import { createProtocolConnection, type Logger } from 'vscode-languageserver-protocol/node';

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

// Messages of the protocol, found again after one whose length is wrong: the library would take what follows for its rest, and never answer again.

/** A head without an end, or a message, is no longer than this. */
const LONGEST_HEAD = 8192;
const LENGTH = /Content-Length:[ \t]*(\S*)[ \t]*\r?\n/i;
/** Texts of JSON have no line break as it is, so that such a line begins the next message. */
const NEXT = /Content-Length:[ \t]*\d+[ \t]*\r?\n/i;
const END = /\r?\n\r?\n/;

/** Hands on the messages in what comes in, each with its true length. */
export function frames(): Transform {
  let waiting: Buffer[] = [];
  let size = 0;
  let needed = 0;
  let tail = '';
  return new Transform({
    transform(chunk: Buffer, _, done) {
      waiting.push(chunk);
      size += chunk.length;
      const seen = tail + chunk.toString('latin1');
      tail = seen.slice(-LONGEST_LINE);
      // A long message comes in many pieces, which are put together once.
      if (size >= needed || NEXT.test(seen)) {
        let rest = Buffer.concat(waiting);
        let next = firstFrame(rest);
        for (; 'body' in next; next = firstFrame(rest)) {
          rest = rest.subarray(next.end);
          if (next.body.length === 0) continue;
          this.push(`Content-Length: ${next.body.length}\r\n\r\n`);
          this.push(next.body);
        }
        needed = next.needed;
        waiting = [rest];
        size = rest.length;
      }
      done();
    },
  });
}

/** So long is the line of a length at most. */
const LONGEST_LINE = 100;

interface Frame {
  readonly body: Buffer;
  /** Where what follows it begins. */
  readonly end: number;
}

/** The first message; an empty one where there is something to skip; how many bytes it takes to tell. */
function firstFrame(bytes: Buffer): Frame | { readonly needed: number } {
  const more = { needed: bytes.length + 1 };
  const nothing = Buffer.alloc(0);
  // As latin1 each character is a byte.
  const head = bytes.toString('latin1', 0, LONGEST_HEAD);
  const said = LENGTH.exec(head);
  if (said === null) {
    // The line may go on with what comes next.
    return bytes.length > LONGEST_HEAD ? { body: nothing, end: LONGEST_HEAD - LONGEST_LINE } : more;
  }
  const afterLine = said.index + said[0].length;
  const end = END.exec(head.slice(afterLine - 2));
  const length = /^\d{1,9}$/.test(said[1] ?? '') ? Number(said[1]) : undefined;
  if (length === undefined) return { body: nothing, end: afterLine };
  if (end === null) return head.length === LONGEST_HEAD ? { body: nothing, end: afterLine } : more;
  const from = afterLine - 2 + end.index + end[0].length;
  const wanted = from + length;
  const body = bytes.subarray(from, wanted);
  const next = NEXT.exec(body.toString('latin1'));
  if (next !== null) return { body: body.subarray(0, next.index), end: from + next.index };
  return bytes.length < wanted ? { needed: wanted } : { body, end: wanted };
}
