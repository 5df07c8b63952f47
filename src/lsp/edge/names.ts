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

export function uriOf(name: string): string {
  return name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) ? pathToFileURL(name).href : name;
}
