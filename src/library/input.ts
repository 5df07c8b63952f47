/** From what the caller gives to opened configurations, and from results to plain data. */
import { type Configuration, openConfiguration } from '../model/open.ts';
import { plainData } from '../results/detached.ts';
import { type Redact, showAll } from '../results/secrets/redact.ts';
import { isNewerThanModelled, NEWEST_RELEASE, type Release, releaseNamed } from '../schema/release.ts';
import { type Data, ExactNumber } from '../source/data.ts';
import { InputError } from '../source/errors.ts';
import { sourceFile } from '../source/load.ts';
import { setOwn } from '../source/tree.ts';
import type { Input, Inputs, ReadOptions } from './types.ts';

/** @throws InputError where one of them cannot be read or understood */
export function opened(inputs: Inputs, options: ReadOptions): readonly Configuration[] {
  const { type, namespace, api, release } = options;
  const open = {
    ...(type === undefined ? {} : { type }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(api === undefined ? {} : { api }),
    ...(release === undefined ? {} : { release: releaseOf(release) }),
  };
  return listOf(inputs).map((input, index, all) => {
    const { name = all.length === 1 ? '<input>' : `<input ${index + 1}>`, text } = textOf(input);
    return openConfiguration(sourceFile(name, text, 'named'), open);
  });
}

/** @throws InputError where it is no release that is known */
function releaseOf(text: string): Release {
  const release = releaseNamed(text);
  if (release !== undefined && !isNewerThanModelled(release)) return release;
  throw new InputError({
    file: '<options>',
    problem: `"${text}" is no release that is known`,
    hint: `a release such as 1.36, up to ${NEWEST_RELEASE}`,
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

/**
 * A result as plain data: secrets hidden, and numbers as every JSON parser has them. The types of the library are those
 * of results, as far as they say what JSON holds.
 */
export function plain<T>(value: unknown, redact: Redact = showAll): T {
  return asParsed(plainData(value, redact)) as T;
}

function asParsed(data: Data): unknown {
  if (data instanceof ExactNumber) return Number(data.text);
  if (Array.isArray(data)) return data.map(asParsed);
  if (typeof data !== 'object' || data === null) return data;
  const parsed: { [key: string]: unknown } = {};
  for (const [key, value] of Object.entries(data)) setOwn(parsed, key, asParsed(value));
  return parsed;
}
