/** Which messages say the same empty as absent. */
import { sameWhenEmpty } from './overlay/empty.ts';

const FIELDS: ReadonlySet<string> = new Set(
  Object.values(sameWhenEmpty).flatMap((messages) =>
    Object.entries(messages).flatMap(([message, fields]) => fields.map((field) => `${message}.${field}`)),
  ),
);

/** Whether it is known that an empty message in this field is the same as none; else that it is there counts. */
export const isEmptyAbsent = (message: string, field: string): boolean => FIELDS.has(`${message}.${field}`);
