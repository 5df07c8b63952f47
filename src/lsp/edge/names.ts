/** Files as findings call them, and as the protocol does. */
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a file; the address of what is none. */
export function nameOf(uri: string): string {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
}

/** @param name a path, from the working folder where it begins nowhere else; or an address */
export function uriOf(name: string): string {
  return /^[a-z][\w+.-]+:/i.test(name) ? name : pathToFileURL(name).href;
}
