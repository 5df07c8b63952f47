/** Files of properties. */
import type { PropertyFile } from '../model/own-rules.ts';
import type { Property } from '../prove/property.ts';
import { readProperties } from '../prove/read.ts';
import { InputError } from '../source/errors.ts';
import { loadInputs, type SourceFile } from '../source/load.ts';
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
  return (await filesIn(names)).flatMap(readProperties);
}

/** Files of properties, as texts. @throws InputError where one cannot be read, or is none */
export async function propertyFiles(names: readonly string[]): Promise<readonly PropertyFile[]> {
  const files = await filesIn(names);
  files.forEach(readProperties);
  return files.map(({ name, text }) => ({ name, text }));
}

async function filesIn(names: readonly string[]): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  // No names would mean the working folder.
  if (names.length === 0) return files;
  for await (const file of loadInputs(names, processIo)) {
    if (file instanceof InputError) throw file;
    files.push(file);
  }
  return files;
}
