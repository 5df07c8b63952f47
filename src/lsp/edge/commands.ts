/** Commands: what code lenses do, answered with what there is to show, and shown as the editor can. */
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  Location,
  MessageType,
  Position,
  ResponseError,
  ShowMessageNotification,
} from 'vscode-languageserver';
import type { Asked, Difference } from '../shapes.ts';
import type { Answering } from './answering.ts';
import { nameOf } from './names.ts';

/** By what they do, with what they take. */
export const COMMANDS = {
  /** `[address, position, places]`: shows the places. */
  places: 'cfgtool.showPlaces',
  /** `[address, position]` or `[address, request]`: what becomes of a request that comes there, or of that request. */
  trace: 'cfgtool.trace',
  /** `[address, position]`: the request that tracing from there would take, or null. Shows nothing. */
  example: 'cfgtool.exampleRequest',
  /** `[address, format]`, or nothing where one text is open: what the text means beside that of the last commit, as `text` or as a page (`html`). */
  diff: 'cfgtool.diffHead',
} as const;

export function answerCommands(server: Answering): void {
  server.connection.onExecuteCommand(async ({ command, arguments: given = [] }, token) => {
    switch (command) {
      case COMMANDS.places:
        return await showPlaces(server, given);
      case COMMANDS.trace: {
        const { uri, name } = textIn(server, given);
        const answer = await server.ask(
          uri,
          { asked: 'trace', name, request: askedIn(server, given) },
          token,
        );
        if (typeof answer === 'string') throw refused(answer);
        if (answer !== undefined) tell(server, answer.text);
        return answer ?? null;
      }
      case COMMANDS.example: {
        const { uri, name } = textIn(server, given);
        const asked = askedIn(server, given);
        if ('line' in asked) throw refused('it takes the address of a text and a position');
        return (await server.ask(uri, { asked: 'example', name, offset: asked.offset }, token)) ?? null;
      }
      case COMMANDS.diff:
        return await difference(server, given, token);
      default:
        throw refused('there is no such command');
    }
  });
}

function textIn({ texts }: Answering, [uri]: readonly unknown[]) {
  const document = typeof uri === 'string' ? texts.get(uri) : undefined;
  if (document === undefined) throw refused('it takes the address of a text that is open');
  return { uri: document.uri, name: nameOf(document.uri), document };
}

/** Some editors run commands without saying about what. */
function onlyText({ texts }: Answering): readonly string[] {
  const [only, ...others] = texts.keys();
  return only === undefined || others.length > 0 ? [] : [only];
}

function askedIn(server: Answering, given: readonly unknown[]): Asked {
  const { document } = textIn(server, given);
  const what = given[1];
  if (typeof what === 'string') return { line: what };
  if (Position.is(what)) return { offset: document.offsetAt(what) };
  throw refused('it takes the address of a text, and a position in it or a request');
}

async function difference(
  server: Answering,
  given: readonly unknown[],
  token: CancellationToken,
): Promise<Difference | null> {
  const { uri, name } = textIn(server, given.length === 0 ? onlyText(server) : given);
  const format = given[1] ?? 'text';
  if (format !== 'text' && format !== 'html')
    throw refused('it takes the address of a text, and text or html');
  const wish = await server.differenceWish(uri, format);
  if (typeof wish === 'string') throw refused(wish);
  const answer = await server.ask(uri, { asked: 'difference', name, wish }, token);
  if (typeof answer === 'string') throw refused(answer);
  // A page is for those who can show one.
  if (answer !== undefined && format === 'text') tell(server, answer.text);
  return answer ?? null;
}

/** Goes to the only place, where the editor can be told to; several are listed. */
async function showPlaces(server: Answering, [, , given]: readonly unknown[]): Promise<null> {
  const places = Array.isArray(given) ? given.filter((each) => Location.is(each)) : [];
  const [only] = places;
  if (only === undefined) throw refused('it takes the address of a text, a position and places');
  if (places.length === 1 && server.showsDocuments)
    await server.connection.window.showDocument({
      uri: only.uri,
      selection: only.range,
      takeFocus: true,
    });
  else tell(server, places.map(({ uri, range }) => `${nameOf(uri)}:${range.start.line + 1}`).join('\n'));
  return null;
}

/** Shows a text where the editor does not do so itself. */
function tell({ connection, showsAnswers }: Answering, text: string): void {
  if (!showsAnswers) inform(connection, text);
}

function inform(connection: Connection, message: string): void {
  void connection
    .sendNotification(ShowMessageNotification.type, { type: MessageType.Info, message })
    .catch(() => {});
}

function refused(why: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidRequest, why);
}
