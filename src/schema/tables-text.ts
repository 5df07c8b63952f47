/** The tables of the data model as texts: what the built program holds of them, and what its page is given. */
import { enums, generatedEnums, generatedMessages, history, messages } from './tables.ts';

/**
 * A line each: its name, a tab, the table as JSON. Each is looked up and read when it is first asked for: most runs need
 * a few of them, and making them all takes longer than anything else in a short run.
 */
export function tablesText(tables: object): string {
  const lines = Object.entries(tables).map(([name, table]) => `${name}\t${JSON.stringify(table)}\n`);
  return `\n${lines.join('')}`;
}

/** By the names that `tables.ts` exports. */
export const tableTexts = {
  messages: () => tablesText(messages),
  enums: () => tablesText(enums),
  generatedMessages: () => tablesText(generatedMessages),
  generatedEnums: () => tablesText(generatedEnums),
  history: () => tablesText(history),
} as const;
