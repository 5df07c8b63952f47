/** The commands, in the order of the contract. */
import Explain from './explain.ts';
import Migrate from './migrate.ts';
import Normalize from './normalize.ts';
import Schema from './schema.ts';
import Test from './test.ts';
import Trace from './trace.ts';

export const commands = {
  migrate: Migrate,
  normalize: Normalize,
  trace: Trace,
  test: Test,
  explain: Explain,
  schema: Schema,
};
