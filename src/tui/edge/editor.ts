/** What leaves by the terminal: places to the user's editor, which no shell runs, and texts to the clipboard (OSC 52, which also works over ssh). */
import { spawn } from 'node:child_process';
import { resolve as absolutePath, basename } from 'node:path';
import { shellWords } from '../../source/shell-words.ts';

interface EditorCommand {
  readonly program: string;
  readonly args: readonly string[];
}

interface EditPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

type Arguments = (place: EditPlace) => readonly string[];

const plus: Arguments = ({ file, line }) => [`+${line}`, file];
const plusColumn: Arguments = ({ file, line, column }) => [`+${line}:${column}`, file];
const colons: Arguments = ({ file, line, column }) => [`${file}:${line}:${column}`];
const goto: Arguments = ({ file, line, column }) => ['--goto', `${file}:${line}:${column}`];

/** How editors take a line, by the name of their program. */
const SPELLINGS: ReadonlyMap<string, Arguments> = new Map<string, Arguments>([
  ...['vi', 'vim', 'nvim', 'view', 'vimx', 'gvim', 'ex', 'nvi', 'vis', 'elvis'].map(
    (name) => [name, plus] as const,
  ),
  ...['pico', 'joe', 'jed', 'ne', 'mg', 'mcedit', 'gedit', 'dte', 'zile', 'jove'].map(
    (name) => [name, plus] as const,
  ),
  ...['emacs', 'emacsclient', 'micro', 'kak'].map((name) => [name, plusColumn] as const),
  ['nano', ({ file, line, column }) => [`+${line},${column}`, file]],
  ...['hx', 'helix', 'subl', 'zed', 'amp'].map((name) => [name, colons] as const),
  ...['code', 'code-insiders', 'codium', 'vscodium', 'code-oss', 'cursor', 'windsurf'].map(
    (name) => [name, goto] as const,
  ),
  ['kate', ({ file, line, column }) => ['--line', `${line}`, '--column', `${column}`, file]],
  ...['idea', 'webstorm', 'goland', 'pycharm'].map(
    (name) => [name, ({ file, line }: EditPlace) => ['--line', `${line}`, file]] as const,
  ),
]);

/** Editors with windows of their own, which return at once where nobody asks them to wait. */
const WAITS: ReadonlySet<string> = new Set([
  'code',
  'code-insiders',
  'codium',
  'vscodium',
  'code-oss',
  'cursor',
  'windsurf',
  'subl',
  'zed',
]);

/**
 * The command for `$VISUAL`, `$EDITOR`, or else `vi`. An editor that is not known gets the file alone.
 *
 * @param place its path counts from the working folder
 */
export function editorCommand(
  environment: { readonly VISUAL?: string | undefined; readonly EDITOR?: string | undefined },
  place: EditPlace,
): EditorCommand {
  const named = [environment.VISUAL, environment.EDITOR].find(
    (each) => each !== undefined && each.trim() !== '',
  );
  const [program = 'vi', ...own] = shellWords(named ?? 'vi');
  // An absolute path cannot be taken for an option.
  const absolute = { ...place, file: absolutePath(place.file) };
  const name = basename(program)
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .toLowerCase();
  const spelled = (SPELLINGS.get(name) ?? (({ file }) => [file]))(absolute);
  const waits = WAITS.has(name) && !own.some((namespace) => namespace === '--wait' || namespace === '-w');
  return { program, args: [...own, ...(waits ? ['--wait'] : []), ...spelled] };
}

/** Runs the editor on our terminal until it ends. @returns what went wrong, if anything */
export function runEditor(
  environment: { readonly VISUAL?: string | undefined; readonly EDITOR?: string | undefined },
  place: EditPlace,
): Promise<string | undefined> {
  const { program, args } = editorCommand(environment, place);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', shell: false });
    child.on('error', () =>
      resolve(`the editor ${program} cannot be started; $VISUAL or $EDITOR names another one`),
    );
    child.on('close', (status) =>
      resolve(status === 0 || status === null ? undefined : `the editor ${program} ended with ${status}`),
    );
  });
}

// Copying through the terminal (OSC 52), which also works over ssh.

/** Terminals drop longer sequences silently, so that it is better to say so. */
const MAX_BYTES = 74_000;

/** The sequence that asks the terminal to put a text on the clipboard; undefined where it is too long for terminals. */
export function copySequence(text: string): string | undefined {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length > MAX_BYTES) return undefined;
  return `\u001b]52;c;${bytes.toString('base64')}\u0007`;
}
