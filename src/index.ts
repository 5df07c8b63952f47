/**
 * cfgtool as a library: texts or parsed values in, plain data out (docs/library.md). Nothing here reads files, prints or
 * ends the process.
 */
export type * from './analyze/own/types.ts';
export { type AnalyzeOptions, analyze } from './library/analyze.ts';
export { type DiffOptions, diff } from './library/diff.ts';
export { type MigrateOptions, migrate, type NormalizeOptions, normalize } from './library/migrate.ts';
export { type TraceOptions, trace } from './library/trace.ts';
export type * from './library/types.ts';
export { InputError, type InputErrorDetails } from './source/errors.ts';
