/** `diff --accept`: what was looked at and accepted is left out from then on, in every format. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const ajv = new Ajv2020({ strict: false });
for (const name of ['analyze', 'migrate', 'diff'])
  ajv.addSchema(JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, 'utf8')));
const isReport = ajv.getSchema('https://cfgtool.invalid/schemas/diff.schema.json');
const isLine = ajv.compile(JSON.parse(readFileSync('docs/schemas/lines.schema.json', 'utf8')));

const OLD = `clusters:
- { name: shop, connect_timeout: 1s, type: STATIC }
- { name: cart, connect_timeout: 1s, type: STATIC }
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: cart }
  - match: { prefix: / }
    route: { cluster: shop }
`;
/** A timeout, a route that goes, and with it a group of requests. */
const NEW = OLD.replace('name: shop, connect_timeout: 1s', 'name: shop, connect_timeout: 2s').replace(
  '  - match: { prefix: /cart }\n    route: { cluster: cart }\n',
  '',
);
const LATER = NEW.replace('name: cart, connect_timeout: 1s', 'name: cart, connect_timeout: 7s');

const run = (...flags: readonly string[]) =>
  cfgtool(['diff', 'old.yaml', 'new.yaml', ...flags], { cwd: folder.path });
const report = (...flags: readonly string[]) => {
  const { code, out, err } = run('--format', 'json', ...flags);
  const json = JSON.parse(out);
  expect(isReport?.(json), JSON.stringify(isReport?.errors)).toBe(true);
  return { code, err, json };
};

beforeEach(() => {
  rmSync(`${folder.path}/.cfgtool-accepted`, { force: true });
  folder.write('old.yaml', OLD);
  folder.write('new.yaml', NEW);
});

describe('diff --accept', () => {
  it('shows what it accepts and ends with 0; the next run leaves it out and says how many', () => {
    const first = run();
    const accepting = run('--accept');
    expect(accepting).toMatchObject({ code: 0, out: first.out });
    expect(accepting.err).toBe('3 accepted differences in .cfgtool-accepted\n');
    const { code, out, err } = run();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('nothing differs but what was accepted; 3 accepted differences left out');
    expect(out).not.toContain('every request is routed as before');
  });

  it('changes and groups of requests are accepted one by one; the exit code counts what is left', () => {
    run('--accept');
    folder.write('new.yaml', LATER);
    const { code, json } = report();
    expect(code).toBe(1);
    expect(json.summary).toEqual({ breaking: 0, warning: 0, info: 1, cosmetic: 0, rerouted: 0, accepted: 3 });
    expect(json.changes.map(({ path }: { path: string }) => path)).toEqual(['connect_timeout']);
    expect(json.files[0].accepted.map(({ rule }: { rule: string }) => rule).sort()).toEqual([
      'cluster-connect-timeout-changed',
      'request-rerouted',
      'route-removed',
    ]);
    expect(run('--fail-on', 'warning').code).toBe(0);
  });

  it('is known by its meaning: another layout, another place and another name of a file keep it', () => {
    run('--accept');
    folder.write('new.yaml', `# moved\n\n${NEW.replaceAll('connect_timeout', 'connectTimeout')}`);
    expect(run().code).toBe(0);
    folder.write('other.yaml', NEW);
    expect(cfgtool(['diff', 'old.yaml', 'other.yaml'], { cwd: folder.path }).code).toBe(0);
  });

  it('what no longer occurs is named, and goes with the next --accept', () => {
    run('--accept');
    folder.write('new.yaml', NEW.replace('connect_timeout: 2s', 'connect_timeout: 1s'));
    const { code, err } = run();
    expect(code).toBe(0);
    expect(err).toMatch(/^accepted, but no longer there: cluster-connect-timeout-changed in new\.yaml: /);
    expect(err.split('\n')).toHaveLength(2);
    expect(run('--accept').err).toContain('2 accepted differences');
    expect(run().err).toBe('');
  });

  it('keeps what was accepted of files that are not compared', () => {
    run('--accept');
    folder.write('third.yaml', LATER);
    const third = (...flags: readonly string[]) =>
      cfgtool(['diff', 'new.yaml', 'third.yaml', ...flags], { cwd: folder.path });
    expect(third('--accept').err).toContain('4 accepted differences');
    expect(third()).toMatchObject({ code: 0, err: '' });
    expect(run()).toMatchObject({ code: 0, err: '' });
  });

  it('--accepted names another file, which has to be there', () => {
    expect(run('--accepted', 'ok.json')).toMatchObject({ code: 2, out: '' });
    expect(run('--accept', '--accepted', 'ok.json').code).toBe(0);
    expect(existsSync(`${folder.path}/.cfgtool-accepted`)).toBe(false);
    expect(run('--accepted', 'ok.json').code).toBe(0);
    expect(run().code).toBe(1);
    folder.write('ok.json', '{"accepted": [{"fingerprint": "x"}]}');
    expect(run('--accepted', 'ok.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no file of accepted differences'),
    });
  });

  it('never writes over an input, and accepts nothing where a side cannot be read', () => {
    expect(run('--accept', '--accepted', 'new.yaml').code).toBe(2);
    expect(readFileSync(`${folder.path}/new.yaml`, 'utf8')).toBe(NEW);
    folder.write('new.yaml', 'a: [');
    expect(run('--accept').code).toBe(2);
    expect(existsSync(`${folder.path}/.cfgtool-accepted`)).toBe(false);
  });
});

describe('what was accepted, in every format', () => {
  beforeEach(() => {
    run('--accept');
  });

  it('a review comment folds it', () => {
    expect(run('--format', 'markdown').out).toMatch(
      /^### ✅ [^\n]*\n[\s\S]*<summary>3 accepted differences, not counted<\/summary>/,
    );
  });

  it('lines fit their schema, and a joined report has it too', () => {
    const { out } = run('--format', 'ndjson');
    for (const line of out.trim().split('\n'))
      expect(isLine(JSON.parse(line)), JSON.stringify(isLine.errors)).toBe(true);
    folder.write('part.ndjson', out);
    const joined = cfgtool(['report', 'merge', 'part.ndjson', '--format', 'json'], { cwd: folder.path });
    expect(joined.code).toBe(0);
    expect(JSON.parse(joined.out).files).toEqual(report().json.files);
    folder.write('part.json', run('--format', 'json').out);
    expect(cfgtool(['report', 'merge', 'part.json'], { cwd: folder.path }).out).toContain(
      '3 accepted differences left out',
    );
  });

  it.each([
    ['sarif', '"accepted": 3'],
    ['github', '::notice title=cfgtool diff::3 accepted differences left out'],
    ['junit', '3 accepted differences left out'],
    ['html', '3 accepted differences, not counted'],
  ])('%s says how many', (format, told) => {
    const { code, out } = run('--format', format);
    expect(code).toBe(0);
    expect(out).toContain(told);
  });
});
