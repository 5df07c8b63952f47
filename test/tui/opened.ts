/** An input as the worker opens it, from texts. */
import { type JobInput, type OpenedInput, openInput } from '../../src/tui/jobs/input.ts';

/** @param texts the files of the side, by name @param before those of the older side */
export function openedInput(
  texts: { readonly [name: string]: string },
  before?: { readonly [name: string]: string },
  more: Partial<JobInput> = {},
): OpenedInput {
  const files = (all: { readonly [name: string]: string }) =>
    Object.entries(all).map(([name, text]) => ({ name, text, levels: new Map() }));
  return openInput(
    {
      side: files(texts),
      ...(before === undefined ? {} : { before: files(before) }),
      together: false,
      showSecrets: false,
      diff: { ignore: [], rules: new Map() },
      ...more,
    },
    () => 0,
  );
}
