/** Conditions put together where some of them stay open. */
import type { Answer } from '../regex/regexes.ts';

/** Whether all hold; one that fails decides, whatever stays open. */
export function allOf<T>(all: Iterable<T>, holds: (each: T) => Answer): Answer {
  let answer: Answer = true;
  for (const each of all) {
    const one = holds(each);
    if (one === false) return false;
    if (one !== true && answer === true) answer = one;
  }
  return answer;
}

/** Whether any holds; one that does decides, whatever stays open. */
export function anyOf<T>(all: Iterable<T>, holds: (each: T) => Answer): Answer {
  let answer: Answer = false;
  for (const each of all) {
    const one = holds(each);
    if (one === true) return true;
    if (one !== false && answer === false) answer = one;
  }
  return answer;
}

export function opposite(answer: Answer): Answer {
  return typeof answer === 'boolean' ? !answer : answer;
}
