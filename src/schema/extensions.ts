/**
 * The known extensions by name, so that an untyped `config` or an older name can be read as its message.
 *
 * Names in configurations carry a namespace in front (`proxy.filters.http.router`); it is left out here, and
 * callers take it off. `tls` and `raw_buffer` are older names that never carried one.
 */
import { httpFilterExtensions } from './extension-http-filters.ts';
import { networkFilterExtensions } from './extension-network-filters.ts';
import { otherExtensions } from './extension-others.ts';
import type { ExtensionKind, ExtensionSpec } from './extension-spec.ts';

export type { ExtensionKind, ExtensionSpec } from './extension-spec.ts';

export const extensions: readonly ExtensionSpec[] = [
  ...networkFilterExtensions,
  ...httpFilterExtensions,
  ...otherExtensions,
];

const byKindAndName = new Map(
  extensions.flatMap((spec) =>
    [spec.name, ...spec.older].map((name): [string, ExtensionSpec] => [key(spec.kind, name), spec]),
  ),
);

function key(kind: ExtensionKind, name: string): string {
  return `${kind}\n${name}`;
}

/** The extension of this kind with this current or older name, given without its namespace. */
export function findExtension(kind: ExtensionKind, nameWithoutWord: string): ExtensionSpec | undefined {
  return byKindAndName.get(key(kind, nameWithoutWord));
}

/** Every current and older name of a known extension, without the namespace. */
export function extensionNames(): ReadonlySet<string> {
  return new Set(extensions.flatMap((spec) => [spec.name, ...spec.older]));
}
