/** Values that a field can have, as people write them. */
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import type { ApiVersion } from '../../src/schema/version.ts';

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

/** Values that say nothing or cannot be read, as a whole or in one field. */
export function oddSample({ shape, element }: CompiledField, api: ApiVersion): readonly string[] {
  const inner = element.kind === 'message' ? compiledMessage(element.name, api).fields : [];
  const partly = inner
    .filter(({ element: { kind }, shape: how }) => kind === 'scalar' && how === 'one')
    .map(({ name }) => `{${name}: [${MARK}]}`);
  return shape === 'list'
    ? ['[]', 'null', '{}', `[[${MARK}]]`, MARK, ...partly.map((each) => `[${each}]`)]
    : ['[]', 'null', '""', `{${MARK}: 1}`, `[{${MARK}: 1}]`, ...partly];
}
