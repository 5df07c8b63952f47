/**
 * One measured process: a list of distinct regexes, each the only condition of a route. cfgtool decides for every
 * route whether the others hide it; refa builds the automaton of every regex alone, which is where such a question
 * would begin. Prints milliseconds of processor time and how many were left open.
 * `node regexes.js cfgtool|refa COUNT`
 */
import { DFA, JS, NFA } from 'refa';
import { decide, routeList } from '../src/routing/all/index.ts';
import { regexEngine } from '../src/routing/regex/engine.ts';
import { startMeter } from '../src/routing/regex/index.ts';

export interface RegexCosts {
  readonly cpu: number;
  readonly undecided: number;
}

/** Shapes that are found in real route lists, and some that are hard; both sides read them alike. */
const SHAPES: readonly ((index: number) => string)[] = [
  (index) => `/v1/users-${index}/[0-9]+`,
  (index) => `/v1/users/[0-9]+/orders-${index}(/.*)?`,
  (index) => `/(en|de|fr)/shop-${index}/.*`,
  (index) => `/[^/]+/service-${index}/(list|get)`,
  (index) => `.*/w${index}x.*`,
  (index) => `/files/.*[.](png|jpg|${index}gif)`,
  (index) => `/[a-z]{2,8}/page-${index}([?].*)?`,
  (index) => `/api/(v[0-9]+)/items-${index}/[a-f0-9]{8}`,
  (index) => `/.*-${index}/.*/end`,
  (index) => `/(a|b)*c${index}`,
];
const LIMITS = { work: 5_000_000, clock: { now: () => performance.now(), milliseconds: 1000 } };

function decideAll(patterns: readonly string[]): number {
  const routes = patterns.map((regex) => ({ match: { safe_regex: { google_re2: {}, regex } } }));
  const list = routeList(routes, { regexes: regexEngine(), namespace: 'proxy' });
  let undecided = 0;
  for (const route of routes.keys())
    if (decide(list, route, startMeter(LIMITS)).kind === 'undecided') undecided++;
  return undecided;
}

/** With the limits that the library has by default. */
function buildAll(patterns: readonly string[]): number {
  let undecided = 0;
  for (const pattern of patterns) {
    try {
      const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: pattern, flags: '' }).parse();
      DFA.fromFA(NFA.fromRegex(expression, { maxCharacter }));
    } catch {
      undecided++;
    }
  }
  return undecided;
}

const [side, count] = process.argv.slice(2);
const patterns = Array.from(
  { length: Number(count) },
  (_, index) => SHAPES[index % SHAPES.length]?.(index) ?? '',
);
const started = process.cpuUsage();
const undecided = side === 'cfgtool' ? decideAll(patterns) : buildAll(patterns);
const { user, system } = process.cpuUsage(started);
const costs: RegexCosts = { cpu: (user + system) / 1000, undecided };
console.log(JSON.stringify(costs));
