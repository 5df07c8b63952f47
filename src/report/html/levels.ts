/** Levels as a page shows them: never by colour alone. */
import { htmlText } from '../text/html-text.ts';
import { type Element, element, htmlOf } from './element.ts';

export type PageLevel = 'error' | 'breaking' | 'warning' | 'info' | 'cosmetic';

const SIGNS: { readonly [level in PageLevel]: string } = {
  error: '✖',
  breaking: '✖',
  warning: '▲',
  info: 'i',
  cosmetic: '·',
};

/** A level with its sign. */
export function levelBadge(level: PageLevel): string {
  return htmlOf(badge(level));
}

export function badge(level: PageLevel): Element {
  return element('span', { class: `badge ${level}` }, `${SIGNS[level]} ${level}`);
}

/** The attributes by which the controls find what to hide. */
export function filterable(level: PageLevel, rule: string): string {
  return `data-level="${level}" data-rule="${htmlText(rule)}"`;
}
