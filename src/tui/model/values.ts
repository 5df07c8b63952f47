/** Values of bound messages as what they should be; what is something else counts as absent. */
import { type BoundMessage, isObject } from '../../model/bound.ts';

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

export function messagesIn(value: unknown): readonly BoundMessage[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
