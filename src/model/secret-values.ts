/** Hides secrets in values under construction. */
import type { Data } from '../source/data.ts';
import { REDACTED } from '../source/secret-looks.ts';
import type { Secrecy } from '../source/secret-names.ts';
import { setOwn } from '../source/tree.ts';
import { isObject, NODE } from './bound.ts';
import { search, type View } from './secret-search.ts';
import { textParts, withoutSecretParts } from './secret-spans.ts';

interface Slot {
  readonly holder: { [key: string]: unknown };
  readonly key: string;
}

function valueView(throughout: boolean): View<Slot> {
  return {
    items({ holder, key }) {
      const value = holder[key];
      return Array.isArray(value) ? slotsOf(value) : undefined;
    },
    entries({ holder, key }) {
      const value = holder[key];
      return isObject(value) ? slotsOf(value).map((slot) => [slot.key, slot] as const) : undefined;
    },
    text({ holder, key }) {
      const value = holder[key];
      return isObject(value) || Array.isArray(value) ? undefined : String(value ?? '');
    },
    isPassedOver({ holder, key }, secrecy) {
      const value = holder[key];
      return secrecy === 'inside' && !throughout && isObject(value) && value[NODE] !== undefined;
    },
    found({ holder, key }, isSecret) {
      const value = holder[key];
      const shown = isSecret ? REDACTED : typeof value === 'string' ? withoutSecretParts(value) : value;
      if (shown !== value) setOwn(holder, key, shown);
    },
  };
}

function slotsOf(value: object): Slot[] {
  return Object.keys(value).map((key) => ({ holder: value as Slot['holder'], key }));
}

const EVERYWHERE = valueView(true);
const OUTSIDE_MESSAGES = valueView(false);

/**
 * Hides what is secret under a key of something under construction.
 *
 * @param throughout also in messages that were read as their table says; otherwise those are left, as they know better
 */
export function hideInData(
  holder: object,
  key: string,
  secrecy: Secrecy = 'inside',
  throughout = false,
): void {
  search(throughout ? EVERYWHERE : OUTSIDE_MESSAGES, { holder: holder as Slot['holder'], key }, secrecy);
}

/** The secrets in plain data that no table describes. */
export function secretsIn(data: unknown): readonly string[] {
  const texts: string[] = [];
  const found = (slot: Slot, isSecret: boolean): void => {
    const text = EVERYWHERE.text(slot) ?? '';
    if (isSecret) texts.push(text);
    else for (const { start, end } of textParts(text)) texts.push(text.slice(start, end));
  };
  search({ ...EVERYWHERE, found }, { holder: { data }, key: 'data' }, 'inside');
  return texts;
}

/** Plain data of one's own of which all is secret. */
export function wholeHidden(data: Data): Data {
  const holder = { data };
  hideInData(holder, 'data', 'whole', true);
  return holder.data;
}

/** Plain data of one's own, its secrets replaced in place. */
export function redactedData(data: Data): Data {
  const holder = { data };
  hideInData(holder, 'data');
  return holder.data;
}
