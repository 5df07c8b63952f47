/** Files of properties. */
import type { Property } from '../prove/property.ts';
import { readProperties } from '../prove/read.ts';
import { InputError } from '../source/errors.ts';
import { loadInputs } from '../source/load.ts';
import { processIo } from './io.ts';

/** The text of a file. @throws InputError where it cannot be read */
export async function readText(name: string): Promise<string> {
  for await (const file of loadInputs([name], processIo)) {
    if (file instanceof InputError) throw file;
    return file.text;
  }
  return '';
}

/** The properties of some files. @throws InputError where one cannot be read, or is none */
export async function propertiesIn(names: readonly string[]): Promise<readonly Property[]> {
  const properties: Property[] = [];
  if (names.length === 0) return properties;
  for await (const file of loadInputs(names, processIo)) {
    if (file instanceof InputError) throw file;
    properties.push(...readProperties(file));
  }
  return properties;
}
