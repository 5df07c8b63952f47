/**
 * Characters by property and by case, from the tables that JavaScript itself carries. They may be of another Unicode
 * version than RE2's: a character that only one of them knows is decided as the running Node knows it.
 */
import { intervalsOf, LAST_CODE_POINT, type Ranges, rangesOf, unite } from './ranges.ts';

/** Where characters are assigned; the rest of the planes is empty but for private use. */
const ASSIGNED: Ranges = [0, 0x323af, 0xe0000, 0xe01ef];
const PRIVATE: Ranges = [0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd];

/** The general categories that RE2 names. */
const CATEGORIES: ReadonlySet<string> = new Set(
  'Cc Cf Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(
    ' ',
  ),
);
/** Names of scripts of four letters; every other name of four letters is an abbreviation, which RE2 does not take. */
const FOUR_LETTERS: ReadonlySet<string> = new Set([
  'Ahom',
  'Cham',
  'Kawi',
  'Lisu',
  'Modi',
  'Newa',
  'Thai',
  'Toto',
]);

const KNOWN = new Map<string, Ranges | undefined>();

/** The characters of `\p{name}`, or undefined when RE2 knows no such name. */
export function propertyOf(name: string): Ranges | undefined {
  if (!KNOWN.has(name)) KNOWN.set(name, lookUp(name));
  return KNOWN.get(name);
}

function lookUp(name: string): Ranges | undefined {
  if (name === 'Any') return [0, LAST_CODE_POINT];
  if (name === 'Co') return PRIVATE;
  // Unlike Unicode's own, RE2's "other" leaves out what is not assigned.
  if (name === 'C') return unite(['Cc', 'Cf', 'Cs', 'Co'].map((part) => propertyOf(part) ?? []));
  if (CATEGORIES.has(name)) return collect(new RegExp(`\\p{gc=${name}}`, 'u'));
  if (!/^[A-Z][A-Za-z_]+$/.test(name) || (name.length === 4 && !FOUR_LETTERS.has(name))) return undefined;
  try {
    return collect(new RegExp(`\\p{sc=${name}}`, 'u'));
  } catch {
    return undefined;
  }
}

function collect(property: RegExp): Ranges {
  const found: [number, number][] = [];
  for (const [low, high] of intervalsOf(ASSIGNED)) {
    for (let point = low, start = -1; point <= high + 1; point++) {
      const inside = point <= high && property.test(String.fromCodePoint(point));
      if (inside && start < 0) start = point;
      else if (!inside && start >= 0) {
        found.push([start, point - 1]);
        start = -1;
      }
    }
  }
  return rangesOf(...found);
}

/** The other cases of each character that has some, ascending by character. */
let otherCases: ReadonlyMap<number, readonly number[]> | undefined;

/** The set with every character that differs from a member only by case. */
export function foldCharacters(set: Ranges): Ranges {
  otherCases ??= findCases();
  const added: [number, number][] = [];
  for (const [low, high] of intervalsOf(set)) {
    if (low === high) for (const other of otherCases.get(low) ?? []) added.push([other, other]);
    else {
      for (const [point, others] of otherCases) {
        if (point >= low && point <= high) for (const other of others) added.push([other, other]);
      }
    }
  }
  return added.length === 0 ? set : unite([set, rangesOf(...added)]);
}

/**
 * Characters that JavaScript's own case mappings connect are candidates; which of them count as one is what its
 * case-insensitive matching says, which folds one character to one, as RE2 does.
 */
function findCases(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, number[]>();
  const cased = intervalsOf(collect(/\p{CWCM}/u)).flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i),
  );
  for (const point of cased) {
    // Through upper and back to lower case, ς meets σ, and ſ meets s.
    const key = String.fromCodePoint(point).toLowerCase().toUpperCase().toLowerCase();
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const cases = new Map<number, readonly number[]>();
  for (const point of cased) {
    const char = String.fromCodePoint(point);
    const group = groups.get(char.toLowerCase().toUpperCase().toLowerCase()) ?? [];
    const same = new RegExp(`^\\u{${point.toString(16)}}$`, 'iu');
    const others = group.filter((other) => other !== point && same.test(String.fromCodePoint(other)));
    if (others.length > 0) cases.set(point, others);
  }
  return cases;
}
