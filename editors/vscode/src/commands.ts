/** What the server's commands do in this editor. It knows the editor by what it needs of it only. */

/** Asks the server to run a command. */
export type Ask = (command: string, given: unknown[]) => unknown;

export interface Editor {
  /** Shows places of texts, as they are in the protocol, beside a position. */
  showPlaces(uri: unknown, position: unknown, places: unknown): Promise<void>;
  /** @returns undefined where the user thought better of it */
  askRequest(example: string): Promise<string | undefined>;
  showText(title: string, text: string): Promise<void>;
  showPage(title: string, html: string): Promise<void>;
  /** The address of the text that is looked at. */
  readonly uri: string | undefined;
}

/** Runs a command; what is answered is shown here, so that the server says nothing. */
export async function runCommand(
  editor: Editor,
  command: string,
  given: unknown[],
  ask: Ask,
): Promise<unknown> {
  if (command === 'cfgtool.showPlaces') {
    const [uri, position, places] = given;
    return await editor.showPlaces(uri, position, places);
  }
  if (command === 'cfgtool.trace') return await traced(editor, command, given, ask);
  if (command === 'cfgtool.diffHead') {
    const answer = await ask(command, given.length > 0 ? given : [editor.uri, 'html']);
    if (hasText(answer)) await editor.showPage('Compared with HEAD', answer.text);
    return answer;
  }
  return await ask(command, given);
}

/** The request may be another one than that which comes to the place. */
async function traced(editor: Editor, command: string, given: unknown[], ask: Ask): Promise<unknown> {
  const [uri, what] = given;
  if (typeof what === 'string') return await shown(editor, 'trace', await ask(command, given));
  const example = textOf(await ask('cfgtool.exampleRequest', [uri, what]));
  const line = await editor.askRequest(example);
  if (line === undefined) return undefined;
  // Secrets are hidden in what was shown, so it is not asked again.
  return await shown(editor, 'trace', await ask(command, [uri, line === example ? what : line]));
}

async function shown(editor: Editor, title: string, answer: unknown): Promise<unknown> {
  if (hasText(answer)) await editor.showText(title, answer.text);
  return answer;
}

function hasText(answer: unknown): answer is { readonly text: string } {
  return typeof answer === 'object' && answer !== null && 'text' in answer && typeof answer.text === 'string';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
