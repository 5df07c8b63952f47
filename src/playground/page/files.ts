/** Files of the user's machine: dropped, chosen, and saved again. They are read here and go nowhere. */
import { decode } from '../../source/decode.ts';
import { InputError } from '../../source/errors.ts';
import { el } from './dom.ts';

export interface ReadFile {
  readonly name: string;
  readonly text: string;
}

/** Larger ones are for the command line. */
const MAX_BYTES = 20_000_000;

/** @returns why it cannot be shown, where that is so */
export async function readFile(file: File): Promise<ReadFile | string> {
  if (file.size > MAX_BYTES) return `${file.name} is larger than 20 MB: cfgtool itself takes it`;
  try {
    return { name: file.name, text: decode(file.name, new Uint8Array(await file.arrayBuffer())) };
  } catch (error) {
    return error instanceof InputError
      ? `${file.name}: ${error.details.problem}`
      : `${file.name} cannot be read`;
  }
}

/** Asks for a file. @param chosen gets the first one */
export function chooseFiles(chosen: (files: readonly File[]) => void): void {
  const input = el('input', { type: 'file', multiple: '', accept: '.yaml,.yml,.json,.txt', hidden: '' });
  input.addEventListener('change', () => {
    chosen([...(input.files ?? [])]);
    input.remove();
  });
  document.body.append(input);
  input.click();
}

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  el('a', { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lets files be dropped on an element. */
export function takeDrops(target: HTMLElement, dropped: (files: readonly File[]) => void): void {
  const over = (isOver: boolean) => (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.stopPropagation();
    target.classList.toggle('over', isOver);
  };
  target.addEventListener('dragenter', over(true), true);
  target.addEventListener('dragover', over(true), true);
  target.addEventListener('dragleave', over(false), true);
  target.addEventListener(
    'drop',
    (event) => {
      over(false)(event);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) dropped(files);
    },
    true,
  );
}
