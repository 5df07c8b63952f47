/** What the worker thread of the explorer does. */
export type { JobFile, JobInput } from './input.ts';
export type { MigratedText } from './migration.ts';
