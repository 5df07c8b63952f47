/** Values that a field can have, as people write them. */
import type { CompiledField } from '../../src/schema/compiled.ts';

/** A value that says something. */
export function sampleOf({ element, shape, name }: CompiledField): string {
  const one = ((): string => {
    switch (element.kind) {
      case 'scalar':
        if (element.scalar === 'bool') return 'true';
        if (element.scalar === 'duration') return '5s';
        if (element.scalar === 'bytes') return 'AAAA';
        return element.scalar === 'string' ? 'text' : '7';
      case 'enum':
        return Object.keys(element.spec.values).at(-1) ?? '1';
      default:
        return name === 'watchdog' ? '{miss_timeout: 1s}' : '{}';
    }
  })();
  return shape === 'list' ? `[${one}]` : one;
}

/** Stands in values that cannot be read. */
export const MARK = 'unreadable-mark';

/** Values that say nothing or cannot be read. */
export function oddSample({ shape }: CompiledField): readonly string[] {
  return shape === 'list'
    ? ['[]', 'null', '{}', `[[${MARK}]]`, MARK]
    : ['[]', 'null', '""', `{${MARK}: 1}`, `[{${MARK}: 1}]`];
}
