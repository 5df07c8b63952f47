/** One seed for every property test, so that a run can be repeated; CFGTOOL_SEED chooses another, `random` any. */
import fc from 'fast-check';

const seed = process.env.CFGTOOL_SEED ?? '20261121';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
