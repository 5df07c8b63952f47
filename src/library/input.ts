/** From what the caller gives to opened configurations, and from a report's text to plain data. */
import { type Configuration, openConfiguration } from '../model/open.ts';
import { sourceFile } from '../source/load.ts';
import type { Input, Inputs, ReadOptions } from './types.ts';

/** @throws InputError where one of them cannot be read or understood */
export function opened(inputs: Inputs, options: ReadOptions): readonly Configuration[] {
  const { type, namespace } = options;
  const open = {
    ...(type === undefined ? {} : { type }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  return listOf(inputs).map((input, index, all) => {
    const { name = all.length === 1 ? '<input>' : `<input ${index + 1}>`, text } = textOf(input);
    return openConfiguration(sourceFile(name, text, 'named'), open);
  });
}

function listOf(inputs: Inputs): readonly Input[] {
  return Array.isArray(inputs) ? (inputs as readonly Input[]) : [inputs as Input];
}

function textOf(input: Input): { readonly name?: string; readonly text: string } {
  if (typeof input === 'string') return { text: input };
  if ('text' in input) return input;
  const { name, value } = input;
  return { ...(name === undefined ? {} : { name }), text: JSON.stringify(value, null, 2) ?? '' };
}

/** A report without its frame. */
export function dataOf<T>(report: string): T {
  const { cfgtool: _, files: __, ...data } = JSON.parse(report);
  return data;
}
