/** What help needs to know of every command without loading one. */
import type { Command } from '@oclif/core/command';

export interface Manifest {
  readonly commands: { readonly [name: string]: Command.Cached };
}

/**
 * The arguments, flags and texts of every command. The bundler makes it of the commands themselves and puts it in place
 * of this function (scripts/bundle-program.ts), so that only the bundled program knows it.
 */
export function manifest(): Manifest {
  throw new Error('the program is not bundled: npm run build');
}
