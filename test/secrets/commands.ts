/** Every command and format that shows something of a file `a.yaml`, beside `b.yaml`, `plain.yaml` and `tests.yaml`. */
import { analyzeFormats } from '../../src/report/analyze/formats.ts';
import { diffFormats } from '../../src/report/diff/formats.ts';

export const commandsWith = (mark: string): readonly (readonly string[])[] => [
  ...analyzeFormats.map((format) => [
    'analyze',
    'a.yaml',
    '--format',
    format,
    '--rule',
    'loose-spelling=info',
  ]),
  ['analyze', 'a.yaml', 'b.yaml', '--together', '--format', 'json'],
  ['analyze', 'a.yaml', '--fix', '--dry-run'],
  ...diffFormats.map((format) => ['diff', 'a.yaml', 'b.yaml', '--format', format, '--show-cosmetic']),
  ['diff', 'a.yaml', 'b.yaml', '--side-by-side'],
  ['diff', 'a.yaml', 'plain.yaml', '--format', 'json'],
  ['diff', 'plain.yaml', 'a.yaml', '--format', 'patch'],
  ...['yaml', 'json'].map((format) => ['normalize', 'a.yaml', '--format', format]),
  ['normalize', 'a.yaml', '--explain'],
  ['normalize', 'a.yaml', '--only-written'],
  ...['diff', 'patch', 'json', 'ndjson'].map((format) => [
    'migrate',
    'a.yaml',
    '--format',
    format,
    '--also',
    'all',
  ]),
  ...['text', 'json'].map((format) => [
    'trace',
    'a.yaml',
    'http://shop.test/',
    '--format',
    format,
    '--all',
    '--header',
    `authorization: Basic ${mark}`,
  ]),
  ...['text', 'json', 'junit'].map((format) => ['test', 'a.yaml', 'tests.yaml', '--format', format]),
  ...['text', 'json'].map((format) => ['test', 'a.yaml', '--suggest', '--format', format]),
];
