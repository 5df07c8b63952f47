/** Says what came and went between the two newest releases. `node dist/scripts/api-news.js` */
import { fileURLToPath } from 'node:url';
import type { Reference } from '../src/descriptors/facts.ts';
import { isConfiguration, readApi } from './api-union.ts';

/** Messages, fields and values of configurations, by name; a field that is deprecated stands there once more. */
function namesOf({ messages, enums }: Reference): ReadonlySet<string> {
  const ofMessages = Object.entries(messages).flatMap(([type, { fields }]) =>
    !isConfiguration(type)
      ? []
      : [
          type,
          ...Object.entries(fields).flatMap(([name, { deprecated }]) =>
            deprecated ? [`${type}.${name}`, `deprecated ${type}.${name}`] : [`${type}.${name}`],
          ),
        ],
  );
  const ofEnums = Object.entries(enums).flatMap(([type, { values }]) =>
    isConfiguration(type) ? Object.keys(values).map((name) => `${type}.${name}`) : [],
  );
  return new Set([...ofMessages, ...ofEnums]);
}

/** A line for each thing that is different. */
export function news(before: Reference, after: Reference): readonly string[] {
  const [old, now] = [namesOf(before), namesOf(after)];
  return [
    ...[...now].filter((name) => !old.has(name)).map((name) => `+ ${name}`),
    ...[...old].filter((name) => !now.has(name)).map((name) => `- ${name}`),
  ];
}

function say(): void {
  const [before, after] = readApi().releases.slice(-2);
  if (before === undefined || after === undefined) return;
  const lines = news(before.reference, after.reference);
  for (const line of lines) console.log(line);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  console.log(`${before.release} to ${after.release}: ${count('+')} came, ${count('-')} went`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) say();
