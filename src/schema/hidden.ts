/**
 * Names under which proxies between two versions of the API keep what the later one no longer has: a dump of theirs
 * shows the field X as `hidden_WORD_deprecated_X`, and so the values of enums (CONTRACT, Two versions of the API).
 */

/** The field or value that a name hides. */
interface Hidden {
  /** The namespace in the name. */
  readonly namespace: string;
  /** The hidden field or value, spelled as its disguise is: in snake_case or in lowerCamelCase. */
  readonly name: string;
}

const PREFIX = 'hidden';
const SNAKE = '_deprecated_';
const CAMEL = 'Deprecated';
/** The same where a key or a value stands in a text. */
const IN_TEXT = /\bhidden_([a-z][a-z0-9_]*?)_deprecated_[A-Za-z]|\bhidden([A-Z][A-Za-z0-9]*?)Deprecated[A-Z]/;

/** What a name hides; undefined where it is no such name. */
export function unhidden(name: string): Hidden | undefined {
  if (!name.startsWith(PREFIX)) return undefined;
  const isSnake = name.charAt(PREFIX.length) === '_';
  const between = isSnake ? SNAKE : CAMEL;
  const start = PREFIX.length + (isSnake ? 1 : 0);
  const end = name.indexOf(between, start + 1);
  if (end === -1) return undefined;
  const [namespace, rest] = [name.slice(start, end), name.slice(end + between.length)];
  if (isSnake) return { namespace, name: rest };
  // Each part of a lowerCamelCase name but the first begins with a capital.
  return /^[A-Z]/.test(namespace) && /^[A-Z]/.test(rest)
    ? { namespace: lowered(namespace), name: lowered(rest) }
    : undefined;
}

/** Whether a text may hold such a name. */
export function mayHide(text: string): boolean {
  return text.includes(PREFIX);
}

/** The namespace of the first such name in a text. */
export function wordOfHidden(text: string): string | undefined {
  const found = mayHide(text) ? IN_TEXT.exec(text) : null;
  return found ? (found[1] ?? lowered(found[2] ?? '')) : undefined;
}

function lowered(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** lowerCamelCase of a snake_case name, as protocol buffers form it. */
export function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Things by their names, found under the names that hide them too. Its entries are the names themselves. */
export class ByName<T> extends Map<string, T> {
  override get(name: string): T | undefined {
    const found = super.get(name);
    if (found !== undefined) return found;
    const hidden = unhidden(name);
    return hidden && super.get(hidden.name);
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
