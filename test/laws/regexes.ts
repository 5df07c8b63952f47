/** Laws of the regex engine: one text, and all texts. */
import fc from 'fast-check';
import { sameLanguage } from '../../src/canonical/same-language.ts';
import { regexEngine } from '../../src/routing/regex/engine.ts';
import {
  type Automaton,
  automatonOf,
  differenceOf,
  findNamespace,
  fullMatch,
  intersectionOf,
  keyOf,
  literalHead,
  parseRegex,
  type Regex,
  requiredLiteral,
  runAutomaton,
  setOf,
  startMeter,
  unionOf,
  wordOutside,
} from '../../src/routing/regex/index.ts';
import { childrenOf } from '../../src/routing/regex/syntax.ts';
import {
  allWords,
  bytesOf,
  edgedSamples,
  lookingSamples,
  plainSamples,
  type Sample,
  SMALL_ALPHABET,
  samples,
  words,
} from '../routing/regex/trees.ts';
import { demand, demandSame, type Law, law } from './law.ts';

/** In CI, of each law. */
const RUNS = 1000;
const limits = { work: 2_000_000 };
const meter = () => startMeter(limits);
const SHORT = allWords(4);

function automaton(tree: Regex): Automaton {
  const made = automatonOf(tree, meter(), SMALL_ALPHABET);
  if (made === 'too-large') throw new Error('too large');
  return made;
}

function some(minLength: number, maxLength: number) {
  return fc.array(words, { minLength, maxLength });
}

/** JavaScript's own engine is asked where it reads a pattern as the grammars do. */
function asJavaScript(
  name: string,
  sample: fc.Arbitrary<Sample>,
  grammars: readonly ('ecmascript' | 're2')[],
): Law {
  return law(
    {
      id: `regex-javascript-${name}`,
      says: `JavaScript agrees where it reads the same: ${name}`,
      runs: RUNS,
    },
    [sample, some(1, 6)],
    ({ tree, pattern }, texts) => {
      const trees = grammars.map((grammar) => {
        const result = parseRegex(pattern, grammar);
        if (!result.ok) throw new Error(`${pattern} is no ${grammar}: ${result.problem}`);
        return result.tree;
      });
      const regex = new RegExp(`^(?:${pattern})$`);
      for (const text of texts)
        for (const each of [tree, ...trees])
          demandSame(fullMatch(each, text), regex.test(text), `${pattern} on ${JSON.stringify(text)}`);
    },
  );
}

const engine = regexEngine();

/** Patterns that may or may not read alike in both grammars: what stands for any character is in most of them. */
const mixedPatterns = fc.letrec<{ part: string; piece: string; whole: string }>((tie) => ({
  part: fc.oneof(
    { withCrossShrink: true, maxDepth: 3 },
    fc.constantFrom('a', '/', '.', '[^a]', '[^/]', '\\d', 'a|'),
    tie('whole').map((inner) => `(${inner})`),
    tie('whole').map((inner) => `(?:${inner})`),
  ),
  piece: fc
    .tuple(tie('part'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '{0,}', '{2,}', '+?'))
    .map(([part, times]) => part + times),
  whole: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
})).whole;
const wideTexts = fc
  .array(fc.constantFrom('a', '/', '1', 'é', '日'), { maxLength: 5 })
  .map((characters) => characters.join(''));

/** What RE2 makes of a text by the rules of GlobalReplace, its hits found by JavaScript. */
function replacedByJavaScript(pattern: string, text: string): string {
  const regex = new RegExp(pattern, 'g');
  let made = '';
  let at = 0;
  let lastEnd = -1;
  while (at <= text.length) {
    regex.lastIndex = at;
    const hit = regex.exec(text);
    if (hit === null) break;
    made += text.slice(at, hit.index);
    at = hit.index + hit[0].length;
    if (hit[0] === '' && hit.index === lastEnd) {
      made += text.charAt(at);
      at++;
      continue;
    }
    made += `<${hit[1] ?? ''}|${hit[2] ?? ''}>`;
    lastEnd = at;
  }
  return made + text.slice(at);
}

function mayBeEmpty(tree: Regex): boolean {
  if (tree.kind === 'chars') return false;
  if (tree.kind === 'sequence') return tree.parts.every(mayBeEmpty);
  if (tree.kind === 'alternatives') return tree.choices.some(mayBeEmpty);
  return tree.kind === 'repeat' ? tree.min === 0 || mayBeEmpty(tree.body) : true;
}

/** JavaScript alone tries the other choices where an optional part took nothing, as in `(?:a*|b)?`. */
function isTriedAgain(tree: Regex): boolean {
  if (tree.kind === 'repeat') return (tree.min === 0 && mayBeEmpty(tree.body)) || isTriedAgain(tree.body);
  return childrenOf(tree).some(isTriedAgain);
}

export const regexLaws: readonly Law[] = [
  law(
    {
      id: 'regex-same-language',
      says: 'a pattern that is said to mean the same in both grammars takes the same texts, also those outside ASCII',
      runs: RUNS,
    },
    [mixedPatterns, fc.array(wideTexts, { minLength: 4, maxLength: 12 })],
    (pattern, texts) => {
      if (!sameLanguage(pattern).same) return;
      const [older, newer] = (['ecmascript', 're2'] as const).map((grammar) => {
        const result = parseRegex(pattern, grammar);
        if (!result.ok) throw new Error(`${pattern} is no ${grammar}: ${result.problem}`);
        return result.tree;
      }) as [Regex, Regex];
      for (const text of texts)
        demandSame(fullMatch(older, text), fullMatch(newer, text), `${pattern} on ${JSON.stringify(text)}`);
    },
  ),
  law(
    { id: 'regex-replace', says: 'Hits and their groups are those that JavaScript finds', runs: 2 * RUNS },
    [edgedSamples, edgedSamples, fc.boolean(), some(1, 6)],
    (first, second, either, texts) => {
      if (isTriedAgain(first.tree) || isTriedAgain(second.tree)) return;
      const pattern = either
        ? `(${first.pattern})|(${second.pattern})`
        : `(${first.pattern})(${second.pattern})`;
      for (const text of texts) {
        const found = engine.replaceAll?.(pattern, 're2', text, '<\\1|\\2>');
        if (typeof found !== 'object' || !('text' in found)) return;
        demandSame(found.text, replacedByJavaScript(pattern, text), `${pattern} in ${JSON.stringify(text)}`);
      }
    },
  ),
  law(
    { id: 'regex-automaton', says: 'The matcher and the automaton agree', runs: 2 * RUNS },
    [samples, some(1, 6)],
    ({ tree }, texts) => {
      const walked = automaton(tree);
      for (const text of texts)
        demandSame(runAutomaton(walked, bytesOf(text), meter()), fullMatch(tree, text), JSON.stringify(text));
    },
  ),
  asJavaScript('plain', plainSamples, ['ecmascript', 're2']),
  asJavaScript('edges', edgedSamples, ['ecmascript', 're2']),
  asJavaScript('lookahead', lookingSamples, ['ecmascript']),
  law(
    { id: 'regex-minus-itself', says: 'What is taken away from itself leaves nothing', runs: RUNS },
    [samples],
    ({ tree }) => {
      const rest = findNamespace(differenceOf(automaton(tree), automaton(tree)), meter());
      demandSame(rest.kind, 'none', 'as automata');
      demandSame(wordOutside(tree, [tree], { limits }).kind, 'none', 'as trees');
    },
  ),
  law(
    {
      id: 'regex-outside',
      says: 'A word outside is inside the one and in none of the others; where there is none, none is found by trying',
      runs: RUNS,
    },
    [samples, fc.array(samples, { maxLength: 3 })],
    ({ tree }, others) => {
      const trees = others.map((other) => other.tree);
      const found = wordOutside(tree, trees, { limits, alphabet: SMALL_ALPHABET });
      const isOutside = (text: string | Uint8Array): boolean =>
        fullMatch(tree, text) === true && trees.every((other) => fullMatch(other, text) === false);
      if (found.kind === 'word') demand(isOutside(found.bytes), () => 'the word is not outside');
      else if (found.kind === 'none') demandSame(SHORT.find(isOutside), undefined, 'a word that was tried');
      else demand(found.reason.includes('steps'), () => found.reason);
      // The best word is among the shortest.
      const shortest = SHORT.find(isOutside);
      if (found.kind === 'word' && shortest !== undefined)
        demandSame(found.bytes.length, shortest.length, 'the length of the word');
    },
  ),
  law(
    {
      id: 'regex-set-algebra',
      says: 'Union, intersection and difference say of each text what their parts say',
      runs: RUNS,
    },
    [samples, samples, samples, some(0, 5)],
    (a, b, c, texts) => {
      const parts = [a, b, c].map((sample) => automaton(sample.tree));
      const [first, second, third] = parts;
      if (first === undefined || second === undefined || third === undefined) return;
      const walked = [
        unionOf(parts),
        intersectionOf(parts),
        differenceOf(first, unionOf([second, third])),
        intersectionOf([differenceOf(first, second), differenceOf(first, third)]),
      ];
      const every = setOf(parts);
      for (const text of texts) {
        const [inA, inB, inC] = [a, b, c].map((sample) => fullMatch(sample.tree, text) === true);
        const outside = inA && !inB && !inC;
        const says = walked.map((one) => runAutomaton(one, bytesOf(text), meter()));
        demandSame(String(says), String([inA || inB || inC, inA && inB && inC, outside, outside]), text);
        let state = every.start;
        for (const byte of bytesOf(text)) state = every.step(state, every.classes.of[byte] ?? -1, meter());
        const takers = [inA, inB, inC].flatMap((isIn, i) => (isIn ? [i] : []));
        demandSame(String(every.takers(state)), String(takers), text);
      }
    },
  ),
  law(
    { id: 'regex-de-morgan', says: 'Leaving out two is leaving out one and the other', runs: RUNS },
    [plainSamples, plainSamples, plainSamples],
    (a, b, c) => {
      const all = automaton(a.tree);
      const [left, right] = [automaton(b.tree), automaton(c.tree)];
      const one = findNamespace(differenceOf(all, unionOf([left, right])), meter());
      const other = findNamespace(
        intersectionOf([differenceOf(all, left), differenceOf(all, right)]),
        meter(),
      );
      demandSame(other, one, 'the shortest word');
    },
  ),
  law(
    {
      id: 'regex-shape',
      says: 'A head and its tail are the whole; a required text is in every word',
      runs: RUNS,
    },
    [edgedSamples, some(0, 6)],
    ({ tree }, texts) => {
      const shape = literalHead(tree);
      const required = requiredLiteral(tree);
      for (const text of texts) {
        const taken = fullMatch(tree, text);
        if (taken === true && required !== undefined)
          demandSame(text.includes(required), true, 'the required text');
        if (shape.kind === 'exact') demandSame(text === shape.text, taken, 'the only text');
        else if (taken === true) demandSame(text.startsWith(shape.text), true, 'the head');
      }
    },
  ),
  law(
    { id: 'regex-keys', says: 'Equal keys match the same texts', runs: RUNS },
    [plainSamples, plainSamples, some(0, 6)],
    (a, b, texts) => {
      if (keyOf(a.tree) !== keyOf(b.tree)) return;
      for (const text of texts) demandSame(fullMatch(a.tree, text), fullMatch(b.tree, text), text);
    },
  ),
];
