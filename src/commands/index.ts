/** The commands, in the order of the contract. */
import Explain from './explain.ts';
import Migrate from './migrate.ts';
import Normalize from './normalize.ts';
import Schema from './schema.ts';

export const commands = { migrate: Migrate, normalize: Normalize, explain: Explain, schema: Schema };
