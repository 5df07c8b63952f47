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
  const properties: Property[] = [];
  for (const file of await filesIn(names)) {
    if (file instanceof InputError) throw file;
    properties.push(...readProperties(file));
  }
  return properties;
}

/**
 * Files of properties, as texts.
 *
 * @param isWriting whether one may be half-written: of what cannot be read the name counts
 * @throws InputError where one cannot be read, or is none
 */
export async function propertyFiles(
  names: readonly string[],
  isWriting: boolean,
): Promise<readonly PropertyFile[]> {
  return (await filesIn(names)).map((file) => {
    if (file instanceof InputError) {
      if (!isWriting) throw file;
      return { name: file.details.file, text: '' };
    }
    if (!isWriting) readProperties(file);
    return { name: file.name, text: file.text };
  });
}

async function filesIn(names: readonly string[]): Promise<readonly (SourceFile | InputError)[]> {
  const files: (SourceFile | InputError)[] = [];
  // No names would mean the working folder.
  if (names.length === 0) return files;
  for await (const file of loadInputs(names, processIo)) files.push(file);
  return files;
}
