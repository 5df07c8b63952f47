/** What both versions of the API are said to read alike is: the same text, read as each of them, does the same. */
import fc from 'fast-check';
import type { Served } from '../../src/diff/behaviour/served-host.ts';
import type { Configuration } from '../../src/model/index.ts';
import { isReadAlike } from '../../src/routing/read-alike.ts';
import { InputError } from '../../src/source/errors.ts';
import { messageOf } from '../arbitraries/message.ts';
import { pairsOfTexts } from '../diff/behaviour/configurations.ts';
import { opened } from '../opened.ts';
import { diceOf } from '../source/edit/dice.ts';
import { literalsOf } from './behaviour/literals.ts';
import { servedBy, startReplaying } from './behaviour/replaying.ts';
import { startSampling } from './behaviour/sampler.ts';
import { pairsOfVersionThree } from './behaviour/version-three.ts';
import { demand, type Law, law } from './law.ts';

/** So many requests are tried of each text. */
const SAMPLES = 150;

/** Routes that requests meet, and messages with any field. */
const texts = fc.oneof(
  { arbitrary: fc.oneof(pairsOfTexts, pairsOfVersionThree).map(({ before }) => before), weight: 3 },
  { arbitrary: messageOf('RouteConfiguration').map((value) => JSON.stringify(value)), weight: 1 },
);

/** A text read in a version; undefined where that version refuses it or finds nothing. */
export function readAs(text: string, api: 'v2' | 'v3'): Served | undefined {
  try {
    const configuration: Configuration = opened(text, { api });
    const isRefused = configuration.problems.some(({ level }) => level === 'error');
    return isRefused || configuration.api !== api ? undefined : servedBy(configuration);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

export const readAlikeLaws: readonly Law[] = [
  law(
    {
      id: 'read-alike-does-the-same',
      says: 'requests through a text that both versions are said to read alike end alike in both',
      runs: 150,
      slow: 10,
    },
    [texts, fc.integer()],
    (text, seed) => {
      const [before, after] = [readAs(text, 'v2'), readAs(text, 'v3')];
      if (before === undefined || after === undefined) return;
      if (!isReadAlike(before.found.routeConfiguration)) return;
      const { differing } = startReplaying(before, after);
      const sample = startSampling(literalsOf([before.found.routeConfiguration]), diceOf(seed));
      for (let index = 0; index < SAMPLES; index++) {
        const request = sample();
        // In version 3 such a host is refused whatever the routes say.
        if (/[^!-~]/.test(request.authority)) continue;
        const ways = differing(request);
        demand(
          ways === undefined,
          () =>
            `${JSON.stringify(request)}: ${JSON.stringify(ways?.before.aspects)} in version 2, ${JSON.stringify(ways?.after.aspects)} in version 3`,
        );
      }
    },
  ),
];
