/** Properties of the settings among what `analyze` finds: in every format, cached by what they say. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyzeFormats } from '../../src/report/analyze/formats.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const FRONT = readFileSync('examples/prove/front.yaml', 'utf8');
const ACCESS = readFileSync('examples/prove/access.yaml', 'utf8');
const CLOSED = FRONT.replace('prefix: /ledger/ }', 'prefix: /ledger }');

let at = 0;
/** A folder of its own with the example and its properties. */
function laid(files: { readonly [name: string]: string } = {}): string {
  const name = `case-${++at}`;
  const all = { 'front.yaml': FRONT, 'access.yaml': ACCESS, '.cfgtool.yaml': 'properties: access.yaml\n' };
  for (const [path, text] of Object.entries({ ...all, ...files })) folder.write(`${name}/${path}`, text);
  return join(folder.path, name);
}

function found(cwd: string, ...args: readonly string[]) {
  const { out } = cfgtool(['analyze', ...args, '--format', 'json'], { cwd });
  const { findings } = JSON.parse(out);
  return findings.map(({ rule, level, file, range, message }: Found) => ({
    at: `${file}:${range.start.line} ${level} ${rule}`,
    message,
  }));
}

interface Found {
  readonly rule: string;
  readonly level: string;
  readonly file: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

const BROKEN = {
  at: 'front.yaml:51 error property-refuted',
  message:
    'property "the ledger only for staff" (access.yaml:8) is broken: GET https://brewery.test/ledger goes to cluster "office"; the property says that it has header x-staff that is "yes"',
};

describe('a property of the settings', () => {
  test('that a request breaks is found at the route that takes the request, and nowhere once that is closed', () => {
    const cwd = laid();
    expect(found(cwd, 'front.yaml')).toEqual([BROKEN]);
    expect(cfgtool(['analyze', 'front.yaml'], { cwd }).code).toBe(1);
    expect(cfgtool(['analyze', 'front.yaml', '--rule', 'property-refuted=off'], { cwd }).code).toBe(0);
    folder.write(`case-${at}/front.yaml`, CLOSED);
    expect(found(cwd, 'front.yaml', '--only', 'property-refuted')).toEqual([]);
  });

  test('is shown with the request that breaks it and what would close the way, in every format', () => {
    const cwd = laid();
    for (const format of analyzeFormats) {
      const { code, out } = cfgtool(['analyze', 'front.yaml', '--format', format], { cwd });
      expect(code).toBe(1);
      const plain = out
        .replaceAll(/\s+/g, ' ')
        .replaceAll('&quot;', '"')
        .replaceAll(/\\(["/])/g, '$1');
      expect(plain, format).toContain('property-refuted');
      expect(plain, format).toContain('the ledger only for staff');
      expect(plain, format).toContain('https://brewery.test/ledger');
      // An annotation is one line, and a case of a CI server one failure.
      if (format !== 'github') expect(plain, format).toContain('to close it');
    }
  });

  test('is suppressed, and known to a baseline, like any finding', () => {
    const route = '              - match: { prefix: /ledger }\n';
    const comment = '              # cfgtool-ignore property-refuted: until the office moves\n';
    const cwd = laid({ 'front.yaml': FRONT.replace(route, `${comment}${route}`) });
    expect(cfgtool(['analyze', 'front.yaml'], { cwd })).toMatchObject({ code: 0 });
    const other = laid();
    const args = ['analyze', 'front.yaml', '--baseline', 'known.json'];
    cfgtool([...args, '--write-baseline'], { cwd: other });
    expect(cfgtool(args, { cwd: other }).code).toBe(0);
  });

  test('that nobody can decide is undecided, one that means nothing an information', () => {
    const cwd = laid({
      'access.yaml': `properties:
- { name: gone, when: { reaches: { cluster: offce } }, then: { method: GET } }
- { name: never, when: { reaches: { cluster: office }, path: /elsewhere }, then: { method: GET } }
- { name: open, when: { reaches: { cluster: pages } }, then: { method: GET } }
`,
      'front.yaml': FRONT.replace('cluster: pages }', 'cluster_header: x-cluster }'),
    });
    const all = found(cwd, 'front.yaml');
    expect(all.map((each: { at: string }) => each.at.replace(/^\S+ /, ''))).toEqual(
      expect.arrayContaining(['info undecided', 'info property-vacuous', 'info property-vacuous']),
    );
    const messages = all.map((each: { message: string }) => each.message);
    expect(messages).toContain(
      'property "gone" (access.yaml:2) says nothing of this input: it speaks of the cluster "offce", which is not here; did you mean "office"?',
    );
    expect(
      messages.filter((each: string) =>
        each.startsWith('property "open" (access.yaml:4) is not decided: it stays open: '),
      ),
    ).toHaveLength(1);
    expect(cfgtool(['analyze', 'front.yaml', '--only', 'property-vacuous'], { cwd }).code).toBe(0);
  });

  test('speaks of no file without routes', () => {
    const cwd = laid({
      'clusters.yaml':
        'clusters: [{ name: shop, type: ORIGINAL_DST, lb_policy: CLUSTER_PROVIDED, connect_timeout: 1s }]\n',
    });
    expect(found(cwd, 'clusters.yaml')).toEqual([]);
  });

  test('is read once more where its file changed, whatever is cached', () => {
    const cwd = laid();
    const args = ['front.yaml', '--cache', '--cache-location', 'kept'];
    expect(found(cwd, ...args)).toEqual([BROKEN]);
    expect(found(cwd, ...args)).toEqual([BROKEN]);
    folder.write(`case-${at}/access.yaml`, ACCESS.replace('exact: "yes"', 'exact: "no"'));
    const [changed] = found(cwd, ...args);
    expect(changed.message).toContain('has header x-staff that is "no"');
    folder.write(`case-${at}/.cfgtool.yaml`, '');
    expect(found(cwd, ...args)).toEqual([]);
  });

  test('is looked for by every thread, and in what is taken together', () => {
    const cwd = laid({ 'other.yaml': FRONT.replace('name: plain\n', 'name: bare\n') });
    const both = ['front.yaml:51 error property-refuted', 'other.yaml:51 error property-refuted'];
    const places = (...args: readonly string[]) =>
      found(cwd, 'front.yaml', 'other.yaml', '--only', 'property-refuted', ...args).map(
        (each: { at: string }) => each.at,
      );
    expect(places('--jobs', '2')).toEqual(both);
    expect(places('--together')).toHaveLength(1);
  });
});

describe('a file of properties', () => {
  test('that is wrong is named with its line', () => {
    const cwd = laid({
      'access.yaml': 'properties:\n- { name: x, then: { reeches: { cluster: office } } }\n',
    });
    const { code, err } = cfgtool(['analyze', 'front.yaml'], { cwd });
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('access.yaml:2:22: a condition has no "reeches"'),
    });
  });

  test('that is not there is named', () => {
    const cwd = laid({ '.cfgtool.yaml': 'properties: [none.yaml]\n' });
    const { code, err } = cfgtool(['analyze', 'front.yaml'], { cwd });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('none.yaml') });
  });

  test('that lies elsewhere is not read for settings that were found, so that nobody else’s settings quote it', () => {
    const cwd = laid();
    const elsewhere = folder.write('elsewhere.yaml', 'root: x\n');
    symlinkSync(elsewhere, join(cwd, 'link.yaml'));
    for (const named of [elsewhere, '../elsewhere.yaml', 'link.yaml'])
      for (const key of ['properties', 'descriptors']) {
        writeFileSync(join(cwd, '.cfgtool.yaml'), `${key}: ${named}\n`);
        const { code, out, err } = cfgtool(['analyze', 'front.yaml'], { cwd });
        expect({ code, out }).toEqual({ code: 2, out: '' });
        expect(err).toContain(`.cfgtool.yaml: it names ${named}, which lies neither below its folder`);
        expect(err).not.toContain('root');
      }
    writeFileSync(join(cwd, '.cfgtool.yaml'), 'properties: ../elsewhere.yaml\n');
    const { err } = cfgtool(['analyze', 'front.yaml', '--config', '.cfgtool.yaml'], { cwd });
    expect(err).toContain('elsewhere.yaml:1:1');
  });

  test('may lie anywhere in a repository', () => {
    const cwd = laid({
      '.git/HEAD': '',
      'team/.cfgtool.yaml': 'properties: ../access.yaml\n',
      'team/front.yaml': FRONT,
    });
    expect(found(join(cwd, 'team'), 'front.yaml')).toEqual([
      { ...BROKEN, message: BROKEN.message.replace('access.yaml', '../access.yaml') },
    ]);
  });

  test('is a file, whatever else its name could stand for', () => {
    for (const name of ['-', 'unix:access.yaml', 'HEAD:access.yaml']) {
      const cwd = laid({ '.cfgtool.yaml': `properties: "${name}"\n`, [name]: ACCESS });
      const [broken] = found(cwd, 'front.yaml');
      expect(broken.at).toBe(BROKEN.at);
    }
  });
});
