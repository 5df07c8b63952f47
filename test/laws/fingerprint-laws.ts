/** Laws of fingerprints: they are made of what a file says, not of how it is written. */
import fc from 'fast-check';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { compareBehaviour } from '../../src/diff/behaviour/index.ts';
import { diffConfigurations } from '../../src/diff/index.ts';
import type { Configuration } from '../../src/model/index.ts';
import { statementsOf } from '../../src/present/difference.ts';
import { behaviourResult } from '../../src/results/comparison.ts';
import { messages } from '../../src/schema/index.ts';
import type { Data } from '../../src/source/data.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { choices, type Message, messageOf, renamed, reordered } from '../arbitraries/message.ts';
import { opened } from '../opened.ts';
import { routeConfigurations } from './configurations.ts';
import { demandSame, type Law, law } from './law.ts';

const TYPES = Object.keys(messages).filter((name) =>
  /^(?:Cluster|Listener|RouteConfiguration|route\.VirtualHost|route\.Route|ClusterLoadAssignment)$|Bootstrap$/.test(
    name,
  ),
);
const typed = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TYPES) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(messages).sort()) },
);
const one = typed.chain((type) => fc.tuple(fc.constant(type), messageOf(type)));
const two = fc
  .constantFrom(...TYPES)
  .chain((type) => fc.tuple(fc.constant(type), messageOf(type), messageOf(type)));

/** How a message is written says nothing else: one is about the other's spelling. */
const ABOUT_SPELLING = new Set(['loose-spelling']);

export const fingerprintLaws: readonly Law[] = [
  law(
    {
      id: 'fingerprints-of-findings',
      says: 'The findings of a file keep their fingerprints when it is written in another spelling, order of keys and layout',
      runs: 300,
      slow: 5,
    },
    [one, fc.nat()],
    ([type, message], seed) => {
      const told = (side: Configuration): readonly string[] =>
        analyze(subjectOf([side]), { rules: analysisRules, known: ruleIds })
          .findings.filter(({ rule }) => !ABOUT_SPELLING.has(rule))
          .map(({ rule, fingerprint }) => `${rule} ${fingerprint}`)
          .sort();
      const other = written(type, message, seed);
      demandSame(told(side(other, type)), told(side(printYaml(message, BLOCK), type)), other);
    },
  ),
  law(
    {
      id: 'fingerprints-of-changes',
      says: 'The changes between two files keep their fingerprints when both are written in another spelling, order of keys and layout',
      runs: 200,
      slow: 5,
    },
    [two, fc.nat()],
    ([type, before, after], seed) => {
      const told = (left: Configuration, right: Configuration): readonly string[] =>
        diffConfigurations([left], [right])
          .changes.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`)
          .sort();
      const [first, second] = [written(type, before, seed), written(type, after, seed + 1)];
      demandSame(
        told(side(first, type), side(second, type)),
        told(side(printYaml(before, BLOCK), type), side(printYaml(after, BLOCK), type)),
        `${first}\n${second}`,
      );
    },
  ),
  law(
    {
      id: 'fingerprints-of-groups',
      says: 'Groups of requests that are handled differently keep their fingerprints when both files are written in another spelling, order of keys and layout',
      runs: 60,
      slow: 20,
    },
    [routeConfigurations, routeConfigurations, fc.nat()],
    (before, after, seed) => {
      const type = 'RouteConfiguration';
      const told = (left: Configuration, right: Configuration): readonly string[] => {
        const behaviour = behaviourResult(compareBehaviour([left], [right], { aspect: 'all' }));
        const pair = { name: '', result: diffConfigurations([left], [right]), behaviour };
        const all = statementsOf({
          pairs: [pair],
          files: { before: [], after: [] },
          redact: String,
          version: '',
        });
        return all.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`).sort();
      };
      const [was, is] = [before, after].map((value) => value as Message);
      if (was === undefined || is === undefined) return;
      const [first, second] = [written(type, was, seed), written(type, is, seed + 1)];
      demandSame(
        told(side(first, type), side(second, type)),
        told(side(printYaml(was, BLOCK), type), side(printYaml(is, BLOCK), type)),
        `${first}\n${second}`,
      );
    },
  ),
];

const BLOCK = { indent: 0, step: 2 };

/** A message in other words: names, values, order of keys, YAML or JSON. */
function written(type: string, message: Message, seed: number): string {
  const pick = choices(seed);
  const other: Data = reordered(renamed(type, message, pick), pick);
  return pick(2) === 0
    ? printJson(other, pick(2) === 0 ? '' : '   ')
    : printYaml(other, { indent: 0, step: 4 });
}

function side(text: string, type: string): Configuration {
  return opened(text, { type });
}
