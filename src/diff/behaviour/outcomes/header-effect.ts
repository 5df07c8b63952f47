/** What header changes come to, as a text. */

import { addition, type Level } from '../../../routing/outcome/header-changes.ts';
import { lowerAscii } from '../../../traffic/text.ts';

/**
 * Equal texts mean the same changes. Which level says something counts only where one level removes what another
 * adds; removals are a set.
 */
export function headerEffect(levels: readonly Level[], which: 'request' | 'response'): string {
  const steps = levels.map((level) => {
    const add = (which === 'request' ? level.request_headers_to_add : level.response_headers_to_add) ?? [];
    const remove =
      (which === 'request' ? level.request_headers_to_remove : level.response_headers_to_remove) ?? [];
    return {
      add: add.flatMap((option) => {
        const { key, value, append, when, keep_empty: keepsEmpty } = addition(option);
        // The proxy adds no empty values.
        if (value === '' && keepsEmpty !== true) return [];
        const rare = when === undefined && keepsEmpty === undefined ? [] : [when ?? '', keepsEmpty === true];
        return [[lowerAscii(key), namesLowered(value), append, ...rare]];
      }),
      remove: [...new Set(remove.map(lowerAscii))].sort(),
    };
  });
  const said = steps.filter(({ add, remove }) => add.length + remove.length > 0);
  if (said.length === 0) return '';
  const removed = new Set(said.flatMap(({ remove }) => remove));
  const add = said.flatMap((step) => step.add);
  if (add.some(([name]) => removed.has(String(name)))) return JSON.stringify(said);
  // A level is formatted before it changes anything, and after the levels before it did.
  const changed = new Set([...removed, ...add.map(([name]) => String(name))]);
  if (add.some(([, value]) => headersRead(String(value)).some((name) => changed.has(name))))
    return JSON.stringify(said);
  return JSON.stringify([{ add, remove: [...removed].sort() }]);
}

/** Names of headers are the same in either case. */
function namesLowered(format: string): string {
  return format.replace(/(?<=%(?:REQ|RESP)\()[^)]*/g, lowerAscii);
}

/** The headers that a format reads, in lower case. */
function headersRead(format: string): readonly string[] {
  return [...format.matchAll(/%(?:REQ|RESP)\(([^)]*)\)/g)].flatMap(([, names = '']) =>
    names.split('?').map((name) => lowerAscii(name.trim())),
  );
}
