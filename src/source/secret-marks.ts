/**
 * Secrets within sentences: whoever puts a value into words says there that it is secret, so that it is hidden where it
 * stands as that value, and nowhere else that its letters occur. The marks are no characters of any text.
 */
import { REDACTED } from './secret-looks.ts';

const BEGIN = '\uFDD0';
const END = '\uFDD1';
const MARKS = /[\uFDD0\uFDD1]/g;
const MARKED = /\uFDD0[^\uFDD1]*\uFDD1?/g;

/** A secret for a sentence. */
export function secretly(text: string): string {
  return text === '' ? text : BEGIN + text.replace(MARKS, '') + END;
}

/** The text as it is, or marked. */
export function secretlyIf(isSecret: boolean, text: string): string {
  return isSecret ? secretly(text) : text;
}

/** A sentence without the secrets in it. */
export function withoutMarked(text: string): string {
  return text.includes(BEGIN) ? text.replace(MARKED, REDACTED) : text;
}

/** A sentence with its secrets, for whoever wants to see them. */
export function withoutMarks(text: string): string {
  return text.includes(BEGIN) || text.includes(END) ? text.replace(MARKS, '') : text;
}
