import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import jsonPatch from 'fast-json-patch';
import { beforeAll, describe, expect, it } from 'vitest';
import { sarifSchema } from '../report/sarif-schema.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const ajv = new Ajv2020({ strict: false });
const validate = ajv.compile(JSON.parse(readFileSync('docs/schemas/diff.schema.json', 'utf8')));
const isSarif = ajv.compile(sarifSchema);

const OLD = `clusters:
- name: shop
  connect_timeout: 1s
  hosts: [{ pipe: { path: /run/shop } }]
virtual_hosts:
- name: shop
  domains: [shop.test]
  routes:
  - match: { prefix: /cart }
    route: { cluster: shop, timeout: 3s }
  - match: { prefix: / }
    route: { cluster: shop }
`;
const NEW = OLD.replace(
  '  - match: { prefix: /cart }\n',
  '  - match: { path: /cart/pay }\n    direct_response: { status: 200 }\n  - match: { prefix: /cart }\n',
);
/** The same meaning in another form. */
const RESPELLED = OLD.replace('connect_timeout: 1s', 'lb_policy: ROUND_ROBIN\n  connectTimeout: "1.0s"');

function run(before: string, after: string, ...flags: readonly string[]) {
  folder.write('old.yaml', before);
  folder.write('new.yaml', after);
  return cfgtool(['diff', 'old.yaml', 'new.yaml', ...flags], { cwd: folder.path });
}

function json(before: string, after: string, ...flags: readonly string[]) {
  const { code, out } = run(before, after, '--format', 'json', ...flags);
  const report = JSON.parse(out);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return { code, report };
}

describe('diff', () => {
  it('ends with 0 where nothing differs, and says so', () => {
    expect(run(OLD, OLD)).toMatchObject({ code: 0, out: 'equal in meaning\n', err: '' });
  });

  it('takes another form for equal, counts it and lists it when asked', () => {
    const { code, report } = json(OLD, RESPELLED);
    expect({ code, equal: report.equal, changes: report.changes }).toEqual({
      code: 0,
      equal: true,
      changes: [],
    });
    expect(report.summary.cosmetic).toBeGreaterThan(0);
    expect(json(OLD, RESPELLED, '--show-cosmetic').report.changes.length).toBe(report.summary.cosmetic);
  });

  it('shows the verdict, the moved request and the change with its lines', () => {
    const { code, out } = run(OLD, NEW);
    expect(code).toBe(1);
    const [first] = out.split('\n');
    expect(first).toContain('1 group of requests is handled differently');
    expect(out).toContain('shop.test/cart/pay');
    expect(out).toContain('- goes to cluster "shop" (virtual host shop, route 0, line 9)');
    expect(out).toContain('+ is answered with 200 at once (virtual host shop, route 0, line 9)');
    expect(out).toMatch(/\+ info routes\[0\]/);
  });

  it('prints the JSON of the contract', () => {
    const { report } = json(OLD, NEW);
    expect(report).toMatchObject({ equal: false, summary: { rerouted: 1 } });
    expect(report.changes).toMatchObject([
      { kind: 'added', resource: { type: 'VirtualHost', name: 'shop' }, path: 'routes[0]', before: null },
    ]);
    expect(report.behaviour.changes).toMatchObject([
      {
        request: { method: 'GET', authority: 'shop.test', path: '/cart/pay' },
        before: { outcome: { kind: 'forward' }, virtual_host: 'shop', route: { index: 0 } },
        after: { outcome: { kind: 'direct_response', status: 200 }, route: { index: 0 } },
      },
    ]);
  });

  it.each([
    ['breaking', 0],
    ['warning', 1],
    ['info', 1],
    ['none', 0],
  ])('--fail-on %s ends with %d where a request goes elsewhere', (level, code) => {
    expect(run(OLD, NEW, '--fail-on', level).code).toBe(code);
  });

  it('takes levels and ignored paths from the settings', () => {
    folder.write(
      '.cfgtool.yaml',
      "diff: { ignore: ['**connect_timeout'], rules: { route-timeout-lowered: info } }\n",
    );
    const changed = OLD.replace('connect_timeout: 1s', 'connect_timeout: 2s').replace(
      'timeout: 3s',
      'timeout: 2s',
    );
    const { report } = json(OLD, changed, '--behaviour', 'none');
    folder.write('.cfgtool.yaml', '');
    expect(report.changes).toMatchObject([{ rule: 'route-timeout-lowered', level: 'info' }]);
    expect(report.behaviour).toBeUndefined();
  });

  it('leaves out what the settings ignore, in folders but not where it is named', () => {
    for (const side of ['left', 'right']) {
      folder.write(`${side}/.cfgtool.yaml`, 'ignore: [broken.yaml]\n');
      folder.write(`${side}/front.yaml`, OLD);
    }
    const broken = folder.write('right/broken.yaml', 'a: [\n');
    const of = (...args: readonly string[]) => cfgtool(['diff', ...args], { cwd: folder.path });
    expect(of('left', 'right').code).toBe(0);
    expect(of('left/front.yaml', broken).code).toBe(2);
  });

  it('--behaviour destination looks at where requests go only', () => {
    const changed = OLD.replace('timeout: 3s', 'timeout: 2s');
    expect(json(OLD, changed).report.summary.rerouted).toBe(1);
    expect(json(OLD, changed, '--behaviour', 'destination').report.summary.rerouted).toBe(0);
  });

  it('prints a patch that applies to the normalized form', () => {
    const { out } = run(OLD, NEW, '--format', 'patch');
    const normal = (file: string) =>
      JSON.parse(cfgtool(['normalize', file, '--format', 'json'], { cwd: folder.path }).out);
    expect(jsonPatch.applyPatch(normal('old.yaml'), JSON.parse(out)).newDocument).toEqual(normal('new.yaml'));
  });

  it.each(['markdown', 'github', 'sarif', 'junit'])('prints %s', (format) => {
    const { code, out } = run(OLD, NEW, '--format', format);
    expect(code).toBe(1);
    expect(out).toContain('/cart/pay');
    if (format === 'sarif') expect(isSarif(JSON.parse(out)), JSON.stringify(isSarif.errors)).toBe(true);
    if (format === 'github') expect(out).toMatch(/^::warning file=new\.yaml,line=9/m);
    if (format === 'junit') expect(out).toContain('<testsuites name="cfgtool" tests="1" failures="1">');
  });

  it('shows both sides beside each other', () => {
    const changed = OLD.replace('timeout: 3s', 'timeout: 2s');
    expect(run(OLD, changed, '--side-by-side').out).toMatch(/timeout: 3s \} +│ .*timeout: 2s \}/);
  });

  it('writes the moved requests as tests that hold on the second side and fail on the first', () => {
    run(OLD, NEW, '--emit-tests', 'moved.yaml');
    const check = (file: string) => cfgtool(['test', file, 'moved.yaml'], { cwd: folder.path });
    expect(check('new.yaml')).toMatchObject({ code: 0 });
    expect(check('old.yaml')).toMatchObject({ code: 1 });
  });

  it('fails where it is given nothing that it could compare', () => {
    for (const side of ['none/before', 'none/after']) folder.write(`${side}/a.yaml`, 'fruits: [apple]\n');
    const { code, out, err } = cfgtool(['diff', 'none/before', 'none/after'], { cwd: folder.path });
    expect({ code, out }).toEqual({ code: 2, out: 'no configuration to compare\n' });
    expect(err).toMatch(/skipped none\/before\/a\.yaml/);
  });

  it('compares directories file by file, and with --together as one configuration', () => {
    folder.write('one/clusters.yaml', OLD.slice(0, OLD.indexOf('virtual_hosts')));
    folder.write('one/routes.yaml', OLD.slice(OLD.indexOf('virtual_hosts')));
    folder.write('two/all.yaml', OLD);
    const apart = cfgtool(['diff', 'one', 'two', '--format', 'json'], { cwd: folder.path });
    expect(JSON.parse(apart.out).files).toHaveLength(3);
    expect(cfgtool(['diff', 'one', 'two', '--together'], { cwd: folder.path })).toMatchObject({ code: 0 });
  });

  it('compares a file with the one of its name in a directory', () => {
    folder.write('first/front.yaml', OLD);
    folder.write('second/front.yaml', RESPELLED);
    folder.write('second/other.yaml', NEW);
    const between = (...sides: readonly string[]) => cfgtool(['diff', ...sides], { cwd: folder.path });
    expect(between('first/front.yaml', 'second')).toMatchObject({ code: 0 });
    expect(between('second/', 'first/front.yaml')).toMatchObject({ code: 0 });
    expect(between('second/other.yaml', 'first')).toMatchObject({ code: 2, out: '' });
    expect(between('second/other.yaml', 'first').err).toContain('first holds no other.yaml');
    expect(between('-', 'first').err).toContain('first holds no file to compare standard input with');
  });

  it.each([
    [[], 'diff compares two inputs'],
    [['old.yaml'], 'diff compares two inputs'],
    [['-', '-'], 'standard input cannot be both sides'],
    [['--git'], '--git needs a revision'],
  ])('refuses %j', (args, problem) => {
    const { code, err } = cfgtool(['diff', ...args], { cwd: folder.path });
    expect(code).toBe(2);
    expect(err).toContain(problem);
  });

  it('names the side that cannot be read', () => {
    const { code, err } = run(OLD, 'a: [');
    expect(code).toBe(2);
    expect(err).toContain('new.yaml:');
  });
});

describe('in git', () => {
  const tool = resolve('bin/run.js');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], {
      cwd: `${folder.path}/repo`,
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_PAGER: 'cat' },
    });

  beforeAll(() => {
    folder.write('repo/front.yaml', OLD);
    folder.write('repo/old-name.yaml', OLD.replaceAll('shop', 'cart'));
    folder.write('repo/gone.yaml', OLD.replaceAll('shop', 'gone'));
    folder.write('repo/notes.txt', 'notes\n');
    folder.write('repo/stays.yaml', OLD);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    folder.write('repo/front.yaml', NEW);
    folder.write('repo/fresh.yaml', OLD.replaceAll('shop', 'fresh'));
    folder.write('repo/notes.txt', 'more notes\n');
    git('mv', 'old-name.yaml', 'new-name.yaml');
    git('rm', '-q', 'gone.yaml');
    git('add', '.');
    git('commit', '-q', '-m', 'second');
  });

  it('compares every configuration that changed between two revisions', () => {
    const { code, out } = cfgtool(['diff', '--git', 'HEAD~1', 'HEAD', '--format', 'json'], {
      cwd: `${folder.path}/repo`,
    });
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(code).toBe(1);
    expect(report.files).toMatchObject([
      { before: null, after: 'HEAD:fresh.yaml', equal: false },
      { before: 'HEAD~1:front.yaml', after: 'HEAD:front.yaml', equal: false },
      { before: 'HEAD~1:gone.yaml', after: null, equal: false },
      { before: 'HEAD~1:old-name.yaml', after: 'HEAD:new-name.yaml', equal: true },
    ]);
  });

  it('compares the working tree with a revision, limited to paths', () => {
    const { out } = cfgtool(['diff', '--git', 'HEAD~1', '--format', 'json', '--', 'front.yaml'], {
      cwd: `${folder.path}/repo`,
    });
    expect(JSON.parse(out).files).toMatchObject([
      { before: 'HEAD~1:front.yaml', after: 'front.yaml', equal: false },
    ]);
  });

  it('notes a name of a property that no changed file has', () => {
    folder.write(
      'mine.yaml',
      'properties: [{ when: { reaches: { cluster: elsewhere } }, then: { method: GET } }]',
    );
    const { code, err } = cfgtool(
      ['diff', '--git', 'HEAD~1', '--properties', '../mine.yaml', '--', 'front.yaml'],
      { cwd: `${folder.path}/repo` },
    );
    expect(code).toBe(1);
    expect(err).toContain('speaks of the cluster "elsewhere", which neither side has\n');
  });

  it('finds the file of a revision in a directory by its name', () => {
    folder.write('elsewhere/front.yaml', OLD);
    const { code } = cfgtool(['diff', 'HEAD~1:front.yaml', '../elsewhere'], { cwd: `${folder.path}/repo` });
    expect(code).toBe(0);
  });

  it('is an external diff driver', () => {
    git('config', 'diff.cfgtool.command', `node ${tool} diff`);
    folder.write('repo/.gitattributes', '*.yaml diff=cfgtool\n');
    const out = git('diff', 'HEAD~1', 'HEAD');
    expect(out).toContain('cfgtool diff front.yaml');
    expect(out).toContain('shop.test/cart/pay');
    expect(out).toContain('cfgtool diff old-name.yaml → new-name.yaml\nequal in meaning');
    expect(out).toContain('+++ b/new-name.yaml\nrenamed from old-name.yaml\n');
    expect(out).toContain('+more notes');
  });

  it('is a difftool', () => {
    const out = git(
      'difftool',
      '-y',
      '-x',
      `node ${tool} diff --no-pager`,
      'HEAD~1',
      'HEAD',
      '--',
      'front.yaml',
    );
    expect(out).toContain('shop.test/cart/pay');
  });

  it.each([
    ['nothing.yaml', [], 'git finds no "nothing.yaml" in HEAD~1 or in what it tracks'],
    ['nothing.yaml', ['HEAD'], 'git finds no "nothing.yaml" in HEAD~1 or in HEAD'],
    ['nowhere/*.yaml', [], 'git finds no "nowhere/*.yaml"'],
    ['untracked.yaml', [], 'git add -N -- untracked.yaml'],
  ])('a path that matches nothing is a mistake: %s %j', (path, head, said) => {
    folder.write('repo/untracked.yaml', OLD);
    const args = ['diff', '--git', 'HEAD~1', ...head, '--', 'front.yaml', path];
    const { code, out, err } = cfgtool(args, { cwd: `${folder.path}/repo` });
    rmSync(`${folder.path}/repo/untracked.yaml`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });

  it.each([['stays.yaml'], ['st*.yaml'], ['notes.txt']])(
    'a path that is there and did not change, or is no configuration: %s',
    (path) => {
      const { code, out } = cfgtool(['diff', '--git', 'HEAD~1', 'HEAD', '--', path], {
        cwd: `${folder.path}/repo`,
      });
      expect({ code, out }).toEqual({ code: 0, out: `no changed configuration under ${path}\n` });
    },
  );

  it('a file that was renamed is named by both names', () => {
    const args = ['diff', '--git', 'HEAD~1', 'HEAD', '--', 'old-name.yaml', 'new-name.yaml'];
    const { out } = cfgtool(args, { cwd: `${folder.path}/repo` });
    expect(out).toBe(
      'equal in meaning\n--- HEAD~1:old-name.yaml\n+++ HEAD:new-name.yaml\nrenamed from old-name.yaml\n',
    );
    const { out: comment } = cfgtool([...args.slice(0, 4), '--format', 'markdown', ...args.slice(4)], {
      cwd: `${folder.path}/repo`,
    });
    expect(comment).toContain('Renamed from `old-name.yaml`.');
  });

  it('a path that is gone is there on one side', () => {
    const { code, out } = cfgtool(['diff', '--git', 'HEAD~1', 'HEAD', '--', 'gone.yaml', ':!nothing'], {
      cwd: `${folder.path}/repo`,
    });
    expect(code).toBe(1);
    expect(out).toContain('--- HEAD~1:gone.yaml');
  });

  it('says what git says of an unknown revision', () => {
    const { code, err } = cfgtool(['diff', '--git', 'nowhere'], { cwd: `${folder.path}/repo` });
    expect(code).toBe(2);
    expect(err).toContain('git refuses');
  });
});
