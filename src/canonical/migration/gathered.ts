/** Edits that turn lists of texts into one list of messages, each of which holds one of the texts. */
import { isObject, type OpenMessage, versionOf } from '../../model/bound.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { Data } from '../../source/data.ts';
import type { Edit } from '../../source/edit/index.ts';
import type { MessageView } from './migration.ts';
import { wrapEntry } from './wrap.ts';

/** A list of texts, and what its entries become. */
export interface TextList {
  readonly field: string;
  /** The message around a text, canonically, without the text. */
  readonly around: (text: string, version: ApiVersion) => object;
  /** The fields that lead to the text in it. */
  readonly path: readonly string[];
}

export interface Gathering {
  /** At least one; what they hold stands in the target in this order, after what is there already. */
  readonly lists: readonly TextList[];
  readonly target: string;
  /** Table of the target's messages. */
  readonly type: string;
}

/** The texts of a list that could be read. */
export function textsOf(view: MessageView, field: string): readonly string[] {
  const value = view.value[field];
  return Array.isArray(value) ? value.map(String) : [];
}

/** Why a list cannot be turned into messages, whatever its texts are. */
export function cannotGather(view: MessageView, field: string, target: string): string | undefined {
  const why = view.whyEntriesStay(field);
  if (why !== undefined) return why;
  if (view.value[target] !== undefined && view.at(target, 0) === view.at(target))
    return `${target} beside it is written as one object; write it as a list first`;
  return undefined;
}

/** The first list gets the new name where it stands, and what is in the other ones, or in all, is moved to its end. */
export function gather(view: MessageView, gathering: Gathering): Edit[] {
  const { lists, target } = gathering;
  const fields = lists.map(({ field }) => field);
  const isOwn = fields.every((field) => isOwnList(view, field, target));
  if (!isOwn || fields.every((field) => view.isInBrackets(field))) return writtenAnew(view, gathering);
  const counts = fields.map((field) => ({ path: view.at(field), count: textsOf(view, field).length }));
  const made = lists.flatMap((list) => wrapped(view, list, gathering.type));
  const isNew = view.value[target] === undefined;
  const place = isNew ? view.place(target) : view.at(target);
  if (isNew) {
    const from = view.at(fields[0] ?? '');
    made.push({ op: 'move', from, path: place, inPlaceOf: from });
  }
  for (const { path, count } of isNew ? counts.slice(1) : counts) {
    for (let index = 0; index < count; index++)
      made.push({ op: 'move', from: `${path}/0`, path: `${place}/-` });
    made.push({ op: 'remove', path });
  }
  return made;
}

/** Whether a field's text is its own, and a list in which no entry is passed over. */
function isOwnList(view: MessageView, field: string, target: string): boolean {
  const last = textsOf(view, field).length - 1;
  return view.sharing(field, target) === 'alone' && view.at(field, last) === `${view.at(field)}/${last}`;
}

/** Each entry of a list goes into a message that stands where it stood. */
function wrapped(view: MessageView, { field, around, path }: TextList, type: string): Edit[] {
  const inside = path.map((name) => `/${view.spelling(name)}`).join('');
  // Applying edits changes their values, so each has one of its own.
  return textsOf(view, field).flatMap((text, index) =>
    wrapEntry(view.at(field, index), view.spell(type, around(text, versionOf(view.value))), inside),
  );
}

function writtenAnew(view: MessageView, { lists, target, type }: Gathering): Edit[] {
  const messages: Data[] = lists.flatMap(({ field, around, path }) =>
    textsOf(view, field).map((text) =>
      view.spell(type, withText(around(text, versionOf(view.value)), path, text)),
    ),
  );
  const remove = lists.map(({ field }): Edit => ({ op: 'remove', path: view.at(field) }));
  if (view.value[target] === undefined) {
    const inPlaceOf = view.at(lists[0]?.field ?? '');
    return [{ op: 'add', path: view.place(target), value: messages, inPlaceOf }, ...remove];
  }
  const place = view.at(target);
  return [...messages.map((value): Edit => ({ op: 'add', path: `${place}/-`, value })), ...remove];
}

function withText(message: object, [field = '', ...rest]: readonly string[], text: string): object {
  if (rest.length === 0) return { ...message, [field]: text };
  const inner = (message as OpenMessage)[field];
  return { ...message, [field]: withText(isObject(inner) ? inner : {}, rest, text) };
}
