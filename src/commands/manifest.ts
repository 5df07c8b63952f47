/** What help needs to know of every command without loading one. */
import type { Command } from '@oclif/core/command';

export interface Manifest {
  readonly commands: { readonly [name: string]: Command.Cached };
}

/** Put in by the bundler (scripts/bundle.ts), made of the commands themselves. */
declare const CFGTOOL_MANIFEST: Manifest;

/** The arguments, flags and texts of every command. Known in the bundled program only. */
export function manifest(): Manifest {
  return CFGTOOL_MANIFEST;
}
