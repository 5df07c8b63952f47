/** Files of properties. */
import type { PropertyFile } from '../model/own-rules.ts';
import type { UnknownName } from '../prove/names.ts';
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

/** The error that a property uses a name which nothing has. @param lacks who does not have it, as `neither side has` */
export function unknownName({ property, what, name, near }: UnknownName, lacks: string): InputError {
  const { place } = property;
  return new InputError({
    file: place?.file ?? 'a built-in property',
    problem: `the property ${JSON.stringify(property.name)} speaks of the ${what} ${JSON.stringify(name)}, which ${lacks}`,
    hint:
      near === undefined
        ? 'a proof about nothing would say nothing: correct the name; if what it names was taken out, the property no longer holds'
        : `did you mean ${JSON.stringify(near)}?`,
    ...(place === null ? {} : { position: { line: place.line, column: place.column } }),
  });
}
