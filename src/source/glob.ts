/**
 * Globs, as a shell writes them: `*` and `?` within one name, `[a-z]` and `[!a-z]`, `{a,b}`, and `**` for any number
 * of folders. A name that begins with a dot is met only by a pattern that begins with one. Matching takes time in
 * proportion to pattern times path, whatever the pattern: no regular expression is built from it.
 */

const MAGIC = /[*?[{]/;

/** Whether a text holds a character that means something in a glob. */
export function isGlob(text: string): boolean {
  return MAGIC.test(text);
}

/** Most patterns that braces may expand to. */
const MAX_EXPANSIONS = 1000;

export interface Glob {
  /** The folder that every match lies in: the part of the pattern without magic; `.` where there is none. */
  readonly base: string;
  /** How many names a match has below the base at most; infinite with `**`. */
  readonly depth: number;
  /** Whether the pattern itself says which extensions it wants. */
  readonly namesExtension: boolean;
  /** Whether a path relative to the base, with `/` between names, matches. */
  matches(path: string): boolean;
}

/** Longest pattern; no path is longer on most systems. */
const MAX_LENGTH = 4096;

/** Reads a glob; undefined where it is too long, or its braces expand to too many patterns. */
export function parseGlob(pattern: string): Glob | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  const parts = pattern.split('/');
  const magic = parts.findIndex(isGlob);
  const base = parts.slice(0, magic).join('/');
  const expanded = expandBraces(parts.slice(magic).join('/'));
  if (expanded === undefined) return undefined;
  const patterns = expanded.map((one) => one.split('/').filter((part) => part !== '' && part !== '.'));
  return {
    base: base === '' ? (pattern.startsWith('/') ? '/' : '.') : base,
    depth: Math.max(...patterns.map((one) => (one.includes('**') ? Number.POSITIVE_INFINITY : one.length))),
    namesExtension: patterns.every((one) => /\.[^*?.]*$/.test(one.at(-1) ?? '')),
    matches(path) {
      const names = path.split('/');
      return patterns.some((one) => matchesParts(one, names));
    },
  };
}

/** `a{b,c}` as `ab` and `ac`; braces without a comma stand for themselves. */
function expandBraces(pattern: string): string[] | undefined {
  let done: string[] = [''];
  for (let at = 0; at < pattern.length; ) {
    const group = pattern[at] === '{' ? braceGroup(pattern, at) : undefined;
    const choices: string[] = [];
    if (group) {
      for (const choice of group.choices) {
        const expanded = expandBraces(choice);
        if (expanded === undefined) return undefined;
        choices.push(...expanded);
      }
      at = group.end;
    } else {
      const length = pattern[at] === '\\' ? 2 : 1;
      choices.push(pattern.slice(at, at + length));
      at += length;
    }
    if (done.length * choices.length > MAX_EXPANSIONS) return undefined;
    done = done.flatMap((head) => choices.map((choice) => head + choice));
  }
  return done;
}

function braceGroup(pattern: string, start: number): { choices: string[]; end: number } | undefined {
  const choices: string[] = [];
  let open = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') open++;
    else if (character === ',' && open === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === '}' && --open === 0) {
      return choices.length === 0
        ? undefined
        : { choices: [...choices, pattern.slice(from, at)], end: at + 1 };
    }
  }
  return undefined;
}

/** Matches folder by folder; where a `**` has been passed, only the last one needs to try again. */
function matchesParts(pattern: readonly string[], names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  let again: { part: number; name: number } | undefined;
  while (name < names.length) {
    const wanted = pattern[part];
    if (wanted === '**') {
      again = { part: ++part, name };
      // A closing `**` means files at any depth, so it needs one name at least.
      if (part === pattern.length) return !names.slice(name).some((one) => one.startsWith('.'));
    } else if (wanted !== undefined && matchesName(wanted, names[name] ?? '')) {
      part++;
      name++;
    } else if (again && !(names[again.name] ?? '').startsWith('.')) {
      again = { part: again.part, name: again.name + 1 };
      part = again.part;
      name = again.name;
    } else return false;
  }
  return part === pattern.length;
}

/** Matches one name; where a `*` has been passed, only the last one needs to try again. */
function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  let at = 0;
  let read = 0;
  let again: { at: number; read: number } | undefined;
  while (read < name.length) {
    const end = pattern[at] === '*' ? undefined : matchesOne(pattern, at, name[read] ?? '');
    if (pattern[at] === '*') again = { at: ++at, read };
    else if (end !== undefined) {
      at = end;
      read++;
    } else if (again) {
      again = { at: again.at, read: again.read + 1 };
      at = again.at;
      read = again.read;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at >= pattern.length;
}

/** Where the pattern goes on after taking one character; undefined where it does not take it. */
function matchesOne(pattern: string, at: number, character: string): number | undefined {
  const wanted = pattern[at];
  if (wanted === '?') return at + 1;
  if (wanted === '\\') return pattern[at + 1] === character ? at + 2 : undefined;
  if (wanted === '[') {
    // A bracket right after the opening one stands for itself.
    const negated = pattern[at + 1] === '!' || pattern[at + 1] === '^';
    const from = at + (negated ? 2 : 1);
    const end = pattern.indexOf(']', from + 1);
    if (end !== -1) return inSet(pattern.slice(from, end), character) !== negated ? end + 1 : undefined;
  }
  return wanted === character ? at + 1 : undefined;
}

function inSet(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at++) {
    const low = set[at] ?? '';
    const high = set[at + 1] === '-' ? set[at + 2] : undefined;
    if (high !== undefined) {
      if (low <= character && character <= high) return true;
      at += 2;
    } else if (low === character) return true;
  }
  return false;
}
