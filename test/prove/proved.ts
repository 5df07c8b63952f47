/** Properties of a configuration that stands in a text. */

import { provingOf as provingOfEngine } from '../../src/engine/proving.ts';
import type { Configuration } from '../../src/model/open.ts';
import type { Property } from '../../src/prove/property.ts';
import { type ProofContext, proveAll, type Verdict } from '../../src/prove/prove.ts';
import { readProperties } from '../../src/prove/read.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import { startMeter } from '../../src/routing/regex/meter.ts';
import { findRouting } from '../../src/routing/where/find.ts';
import { sourceFile } from '../../src/source/load.ts';
import { opened } from '../opened.ts';

export const regexes = regexEngine();

export function propertiesIn(text: string): readonly Property[] {
  return readProperties(sourceFile('properties.yaml', text, 'named'));
}

export function provingOf(configuration: string, strict = false): ProofContext {
  return groundOfSide([opened(configuration, { api: 'v3' })], strict);
}

export function groundOfSide(side: readonly Configuration[], strict = false): ProofContext {
  return { ...provingOfEngine(findRouting(side), side, regexes, startMeter({ work: 1e9 })), strict };
}

/** The verdicts on properties, in order. */
export function proved(configuration: string, properties: string, strict = false): readonly Verdict[] {
  return proveAll(propertiesIn(properties), provingOf(configuration, strict));
}
