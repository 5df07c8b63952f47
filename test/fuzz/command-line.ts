/** Command lines: flags and arguments that belong together, and some that do not. */
import { analyzeFormats } from '../../src/report/analyze/formats.ts';
import { diffFormats } from '../../src/report/diff/formats.ts';
import { proveFormats } from '../../src/report/prove.ts';
import { validateFormats } from '../../src/report/validate.ts';
import { messages } from '../../src/schema/index.ts';
import type { Draw } from './draw.ts';
import { ODD_TEXTS } from './values.ts';

export const fuzzedCommands = [
  'analyze',
  'diff',
  'migrate',
  'normalize',
  'trace',
  'test',
  'explain',
  'schema',
  'report',
  'validate',
  'prove',
] as const;
/** Those that only the bundled program has. */
export const bundledCommands = ['completion'] as const;
export type FuzzedCommand = (typeof fuzzedCommands | typeof bundledCommands)[number];

const RELEASES = ['1.28', '1.32', '1.36', '1.40', '1.0', 'x'];

/** Makes files, and answers with their names. */
export interface Sources {
  input(): string;
  second(first: string): string;
  tests(): string;
  properties(): string;
  any(base: string): string;
  /** What `analyze`, `diff` or `migrate` wrote. */
  report(base: string): string;
}

/** The arguments of one run. */
export function argsOf(command: FuzzedCommand, draw: Draw, sources: Sources): readonly string[] {
  const flag = (share: number, ...given: readonly (string | (() => string))[]): readonly string[] =>
    draw.chance(share) ? given.map((each) => (typeof each === 'string' ? each : each())) : [];
  const format = (...formats: readonly string[]): readonly string[] => ['--format', draw.pick(formats)];
  const reading = () => [
    ...flag(0.04, '--type', draw.pick(Object.keys(messages))),
    ...flag(0.04, '--namespace', draw.pick(['envoy', 'proxy', 'x'])),
    ...flag(0.06, '--api', draw.pick(['v2', 'v3'])),
    ...flag(0.04, '--release', draw.pick(RELEASES)),
    ...flag(0.03, '--config', () => (draw.chance(0.5) ? sources.any('settings') : 'missing.yaml')),
  ];
  switch (command) {
    case 'analyze': {
      const one = sources.input();
      return [
        one,
        ...flag(0.1, () => sources.second(one), '--together'),
        ...format(...analyzeFormats),
        ...(draw.chance(0.15)
          ? ['--fix', ...flag(0.5, '--dry-run')]
          : flag(0.05, '--baseline', () => sources.any('baseline'))),
        ...reading(),
      ];
    }
    case 'diff': {
      const one = sources.input();
      return [
        one,
        sources.second(one),
        ...format(...diffFormats),
        ...flag(0.2, '--show-cosmetic'),
        ...flag(0.1, '--side-by-side'),
        ...flag(0.1, '--behaviour', draw.pick(['destination', 'none'])),
        ...flag(0.05, '--emit-tests', 'emitted.yaml'),
        ...reading(),
      ];
    }
    case 'migrate':
      return [
        sources.input(),
        ...format('text', 'diff', 'patch', 'json', 'ndjson'),
        ...(draw.chance(0.4) ? ['--write'] : flag(0.2, '--check')),
        ...(draw.chance(0.5)
          ? ['--to', 'v3', ...flag(0.15, '--partial')]
          : [...flag(0.3, '--also', 'all'), ...flag(0.1, '--older')]),
        ...reading(),
      ];
    case 'validate':
      return [
        sources.input(),
        ...flag(0.1, () => sources.any('more')),
        ...format(...validateFormats),
        ...reading(),
      ];
    case 'prove':
      return [
        sources.input(),
        ...(draw.chance(0.7) ? ['--standard'] : ['--properties', sources.properties()]),
        ...flag(0.2, '--strict'),
        ...format(...proveFormats),
        ...reading(),
      ];
    case 'normalize':
      return [
        sources.input(),
        ...(draw.chance(0.3) ? ['--explain'] : format('yaml', 'json')),
        ...flag(0.3, '--only-written'),
        ...reading(),
      ];
    case 'trace':
      return [
        sources.input(),
        ...(draw.chance(0.85) ? [urlOf(draw)] : ['--request', sources.any('request')]),
        ...flag(0.3, ...headerFlags(draw)),
        ...flag(0.1, '--runtime', `a.b=${draw.below(100)}`),
        ...flag(0.2, '--random-value', String(draw.below(200))),
        ...flag(0.3, '--all'),
        ...format('text', 'json'),
        ...reading(),
      ];
    case 'test':
      return draw.chance(0.4)
        ? [sources.input(), '--suggest', ...format('text', 'json'), ...reading()]
        : [
            sources.input(),
            sources.tests(),
            ...format('text', 'json', 'junit'),
            ...flag(0.2, '--fail-under', '50'),
            ...reading(),
          ];
    case 'report':
      return [
        'merge',
        sources.report('report'),
        ...flag(0.5, () => sources.report('more')),
        ...format(...analyzeFormats),
      ];
    case 'completion':
      return ['bash', '--answer', '--', ...lineOf(draw, sources.input())];
    case 'explain':
    case 'schema':
      return flag(0.9, nameOf(draw));
  }
}

/** Headers of a request, often several of one name. */
function headerFlags(draw: Draw): readonly string[] {
  const name = draw.pick(['x-a', 'cookie', ':path', 'host', 'authorization']);
  return Array.from({ length: draw.pick([1, 1, 2, 3]) }).flatMap(() => [
    '--header',
    `${draw.chance(0.8) ? name : name.toUpperCase()}: ${draw.pick(ODD_TEXTS).replaceAll('\0', '')}`,
  ]);
}

function urlOf(draw: Draw): string {
  const odd = () => draw.pick(ODD_TEXTS).replaceAll('\0', '');
  const host = draw.pick(['shop.test', 'a', '127.0.0.1:80', '[::1]', 'www.shop.test', odd()]);
  const path = draw.pick([
    '',
    '/',
    '/cart',
    '/api/v1/x?id=7',
    '/a/../b',
    `/${odd()}`,
    `/${'a'.repeat(3000)}`,
    '/%ff',
    '/?a=b&a=c',
  ]);
  return draw.chance(0.95) ? `${draw.pick(['http', 'https', 'HTTP'])}://${host}${path}` : odd();
}

/** A line that a shell wants to have completed. */
function lineOf(draw: Draw, file: string): readonly string[] {
  const odd = draw.pick(ODD_TEXTS).replaceAll('\0', '');
  return draw.pick([
    ['trace', file, draw.pick(['', 'http://', 'http://s', odd])],
    ['trace', file, '--listener', odd.slice(0, 1)],
    ['test', file, '--route-config', ''],
    ['analyze', '--rule', odd],
    ['explain', odd],
    [odd],
  ]);
}

function nameOf(draw: Draw): string {
  const names = Object.keys(messages);
  const name = draw.pick(names);
  const odd = draw.pick(ODD_TEXTS).replaceAll('\0', '');
  return draw.pick([
    name,
    name.toLowerCase(),
    `${name}.name`,
    name.split('.').at(-1) ?? name,
    odd,
    `${name}.${odd}`,
    '__proto__',
  ]);
}
