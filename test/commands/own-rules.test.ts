/** Rules of one's own on the command line: what runs, and above all what does not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { analyze, type OwnRule } from '../../src/index.ts';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const CLUSTERS = `clusters:
- { name: shop-a, type: ORIGINAL_DST, lb_policy: CLUSTER_PROVIDED, connect_timeout: 1s }
- { name: office, type: ORIGINAL_DST, lb_policy: CLUSTER_PROVIDED, connect_timeout: 1s }
`;
const SETTINGS = 'own_rules: [rules/]\n';
const rule = (body: string, id = 'own/x') =>
  `export default { id: '${id}', level: 'warning', purpose: 'p', messages: { Cluster(cluster, context) { ${body} } } };\n`;
const TEAM = rule(
  "if (!cluster.name.startsWith('shop-')) context.report({ message: cluster.name + ' has no team', field: 'name' });",
);

let at = 0;
/** A folder of its own with these files and two clusters. */
function laid(files: { readonly [name: string]: string }): string {
  const name = `case-${++at}`;
  for (const [path, text] of Object.entries({ 'a.yaml': CLUSTERS, ...files }))
    folder.write(`${name}/${path}`, text);
  return join(folder.path, name);
}

describe('a module runs', () => {
  test('where the command line asks for it, with its place, level, comments and baseline', () => {
    const cwd = laid({ '.cfgtool.yaml': SETTINGS, 'rules/team.mjs': TEAM });
    const { code, out } = cfgtool(['analyze', 'a.yaml', '--own-rules', '--format', 'json'], { cwd });
    const [finding, ...others] = JSON.parse(out).findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'own/x',
      level: 'warning',
      message: 'office has no team',
      pointer: '/clusters/1/name',
      resource: { type: 'Cluster', name: 'office' },
      range: { start: { line: 3, column: 5 } },
    });
    expect(code).toBe(1);
    const off = ['analyze', 'a.yaml', '--own-rules', '--rule', 'own/x=off'];
    expect(cfgtool(off, { cwd })).toMatchObject({ code: 0, out: 'nothing found in 1 file\n' });
    folder.write(
      `case-${at}/a.yaml`,
      CLUSTERS.replace('- { name: office', '# cfgtool-ignore own/x: it is theirs\n- { name: office'),
    );
    expect(cfgtool(['analyze', 'a.yaml', '--own-rules'], { cwd }).code).toBe(0);
    // Without the rule nobody can say whether the comment is needed.
    expect(cfgtool(['analyze', 'a.yaml', '-q'], { cwd })).toMatchObject({ code: 0, err: '' });
  });

  test('over many inputs, and with all of them together', () => {
    const all = rule("if (context.all('Cluster').length > 3) context.report({ message: 'many' });");
    const cwd = laid({ '.cfgtool.yaml': SETTINGS, 'rules/all.mjs': all, 'b.yaml': CLUSTERS });
    expect(cfgtool(['analyze', 'a.yaml', 'b.yaml', '--own-rules', '--only', 'own/x'], { cwd }).code).toBe(0);
    const together = ['analyze', 'a.yaml', 'b.yaml', '--together', '--own-rules', '--format', 'json'];
    const { findings } = JSON.parse(cfgtool([...together, '--only', 'own/x'], { cwd }).out);
    expect(findings.map(({ file, pointer }: { file: string; pointer: string }) => [file, pointer])).toEqual([
      ['a.yaml', '/clusters/0'],
      ['a.yaml', '/clusters/1'],
      ['b.yaml', '/clusters/0'],
      ['b.yaml', '/clusters/1'],
    ]);
  });

  test('and what it prints is no result, what it changes no input, what it says no secret', () => {
    const body = `console.log('hello'); cluster.name = 'changed'; context.report({ message: 'key ' + cluster.transport_socket.typed_config.common_tls_context.tls_certificates[0].private_key.inline_string });`;
    const cwd = laid({
      '.cfgtool.yaml': SETTINGS,
      'rules/loud.mjs': rule(body),
      'a.yaml': `clusters:
- name: shop
  type: STATIC
  connect_timeout: 1s
  transport_socket:
    name: envoy.transport_sockets.tls
    typed_config:
      "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
      common_tls_context: { tls_certificates: [{ certificate_chain: { filename: a.pem }, private_key: { inline_string: very-secret-text-of-a-key } }] }
`,
    });
    const { out, err } = cfgtool(['analyze', 'a.yaml', '--own-rules', '--format', 'json'], { cwd });
    const own = JSON.parse(out).findings.filter((each: { rule: string }) => each.rule === 'own/x');
    expect(own).toMatchObject([{ message: 'key <redacted>', resource: { name: 'shop' } }]);
    expect(err).toBe('own rules: hello\n');
  });
});

describe('no code runs', () => {
  let mark = '';
  /** Leaves a file behind where it runs, as soon as it is loaded. */
  const hostile = (): string =>
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\n${TEAM}`;
  beforeEach(() => {
    mark = join(folder.path, `mark-${at + 1}`);
  });

  test.each([
    ['analyze', 'a.yaml'],
    ['analyze', 'a.yaml', '--fix', '--dry-run'],
    ['analyze', '.', '--jobs', '2'],
    ['validate', 'a.yaml'],
    ['diff', 'a.yaml', 'b.yaml'],
    ['migrate', 'a.yaml'],
    ['normalize', 'a.yaml'],
    ['trace', 'a.yaml', 'http://x.test/'],
    ['prove', 'a.yaml', '--standard'],
    ['analyze', '--list'],
  ])('without the flag: %s %s %s', (...args) => {
    const cwd = laid({ '.cfgtool.yaml': SETTINGS, 'rules/team.mjs': hostile(), 'b.yaml': CLUSTERS });
    cfgtool(args, { cwd });
    expect(existsSync(mark)).toBe(false);
  });

  test('with the flag, of settings that lie beside an input', () => {
    const cwd = laid({
      'sent/.cfgtool.yaml': SETTINGS,
      'sent/rules/team.mjs': hostile(),
      'sent/a.yaml': CLUSTERS,
      'mine/.cfgtool.yaml': 'own_rules: [team.mjs]\n',
      'mine/team.mjs': TEAM,
    });
    const refused = cfgtool(['analyze', 'sent/a.yaml', '--own-rules'], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('it names no modules of own rules for --own-rules to run');
    // Those of the working folder run over it.
    const mine = cfgtool(['analyze', '../sent/a.yaml', '--own-rules'], { cwd: join(cwd, 'mine') });
    expect(mine.out).toContain('office has no team');
    expect(existsSync(mark)).toBe(false);
  });

  test('in words, conditions and paths of rows', () => {
    const cwd = laid({
      '.cfgtool.yaml': `own_rules:
- { id: own/x, message: Cluster, condition: { name: { contains: '\${process.exit(7)}' } }, words: '\${process.exit(7)} {name}' }
- { id: own/y, message: Cluster, condition: { name: office }, words: '{name} \${globalThis} {constructor}' }
`,
    });
    const { code, err } = cfgtool(['analyze', 'a.yaml'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('Cluster has no field "globalThis"');
  });
});

describe('what fails ends with 2, and its name', () => {
  test.each([
    ['throws', rule("throw new Error('no\\nmore')"), 'rules/x.mjs: own/x failed on a.yaml: Error: no'],
    ['ends the process', rule('process.exit(0)'), 'an own rule ended its thread'],
    ['is no rule', 'export default { id: "x" };\n', 'rules/x.mjs: its id is "x", not "own/"'],
    ['names no message', rule('').replace('Cluster', 'Clutser'), 'there is no message "Clutser"'],
    ['exports nothing', 'export const a = 1;\n', 'rules/x.mjs: it exports no rule as its default'],
    ['cannot be read', 'export default {;\n', 'rules/x.mjs: it cannot be loaded: SyntaxError'],
    ['reports without end', rule('for (;;) context.report({ message: "m" })'), 'more than 20000 findings'],
  ])('one that %s', (_, text, said) => {
    const cwd = laid({ '.cfgtool.yaml': SETTINGS, 'rules/x.mjs': text });
    const { code, out, err } = cfgtool(['analyze', 'a.yaml', '--own-rules'], { cwd });
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test('a folder that is not there', () => {
    const cwd = laid({ '.cfgtool.yaml': SETTINGS });
    const { code, err } = cfgtool(['analyze', 'a.yaml', '--own-rules'], { cwd });
    expect(code).toBe(2);
    expect(err).toContain('rules/');
  });
});

describe('an id that no rule has', () => {
  const ROW = "{ id: own/tidy, message: Cluster, condition: { name: office }, words: 'tidy {name}' }";
  const WITH_ROW = `own_rules: [${ROW}]\n`;
  const WITH_BOTH = `own_rules: [${ROW}, rules/]\n`;
  const nearest = 'did you mean own/tidy?';

  test.each([
    ['in rules:, above the row', `rules: {own/tdy: off}\n${WITH_ROW}`, [], nearest],
    ['in rules:, without rows', 'rules: {own/tidy: off}\n', [], 'they name no modules'],
    ['in rules:, where modules run', `${WITH_BOTH}rules: {own/tdy: off}\n`, ['--own-rules'], nearest],
    ['in --only', WITH_ROW, ['--only', 'own/tdy'], nearest],
    [
      "in --only, near a module's",
      WITH_BOTH,
      ['--own-rules', '--only', 'own/xx'],
      'no rule that runs: "own/xx"',
    ],
    ['in --rule', WITH_ROW, ['--rule', 'own/tdy=off'], nearest],
    ['in --rule --fix', WITH_ROW, ['--fix', '--rule', 'own/tidy'], 'rules of your own have no fixes'],
    ['of a module that does not run, in --only', WITH_BOTH, ['--only', 'own/x'], '--own-rules runs them'],
  ])('%s', (_, settings, flags, said) => {
    const cwd = laid({ '.cfgtool.yaml': settings, 'rules/team.mjs': TEAM });
    const { code, out, err } = cfgtool(['analyze', 'a.yaml', ...flags], { cwd });
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test.each([
    ['a row, in rules: above it', `rules: {own/tidy: info}\n${WITH_ROW}`, []],
    ['a module that does not run', `${WITH_BOTH}rules: {own/x: off, own/tidy: info}\n`, []],
    [
      'a module that does not run, in --rule',
      `${WITH_BOTH}rules: {own/tidy: info}\n`,
      ['--rule', 'own/x=off'],
    ],
    ['a module, in --only', WITH_BOTH, ['--own-rules', '--only', 'own/x', '--fail-on', 'error']],
  ])('is not one of %s', (_, settings, flags) => {
    const cwd = laid({ '.cfgtool.yaml': settings, 'rules/team.mjs': TEAM });
    expect(cfgtool(['analyze', 'a.yaml', ...flags], { cwd })).toMatchObject({ code: 0 });
  });

  test('the list and explain have the rules of your own', () => {
    const cwd = laid({ '.cfgtool.yaml': WITH_BOTH, 'rules/team.mjs': TEAM });
    const list = (...flags: readonly string[]) => {
      const { out, err } = cfgtool(['analyze', '--list', ...flags], { cwd });
      return [...out.split('\n').filter((line) => line.startsWith('own/')), ...err.trim().split('\n')];
    };
    const [row, note] = list();
    expect(row).toMatch(/^own\/tidy +warning {2}tidy \{name\}$/);
    expect(note).toContain('rules/; they are code, which --own-rules runs');
    expect(list('--own-rules')).toEqual([row, expect.stringMatching(/^own\/x +warning {2}p$/), '']);
    expect(cfgtool(['explain', 'own/tidy'], { cwd })).toMatchObject({ code: 0, err: '' });
    expect(cfgtool(['explain', 'own/tidy'], { cwd }).out).toContain('.cfgtool.yaml:1:13');
    expect(cfgtool(['explain'], { cwd }).out).toContain('own/tidy ');
    expect(cfgtool(['explain', 'own/x'], { cwd })).toMatchObject({
      code: 2,
      err: expect.stringContaining('cfgtool analyze --list --own-rules lists them'),
    });
  });

  test('the list is there for whoever mends settings', () => {
    const cwd = laid({ '.cfgtool.yaml': 'rules: {own/tidy: off}\n' });
    for (const args of [['analyze', '--list'], ['explain']]) {
      const { code, out, err } = cfgtool(args, { cwd });
      expect(code).toBe(2);
      expect(err).toContain('there is no rule "own/tidy"');
      expect(out).toContain('shadowed-route');
    }
  });
});

test('the library runs the rules that it is handed', () => {
  const own: OwnRule = {
    id: 'own/x',
    level: 'info',
    purpose: 'p',
    messages: {
      Cluster: ({ name }, { report, values }) => report({ message: `${name} ${values('connect_timeout')}` }),
    },
  };
  const { findings } = analyze(CLUSTERS, { own: [own] });
  expect(findings.map(({ rule: id, message }) => [id, message])).toEqual([
    ['own/x', 'shop-a 1s'],
    ['own/x', 'office 1s'],
  ]);
  expect(() => analyze(CLUSTERS, { own: [{ ...own, id: 'x' }] })).toThrow(RangeError);
});

test('results of rows are not taken from a run without them', () => {
  const cwd = laid({});
  const args = ['analyze', 'a.yaml', '--cache', '--cache-location', join(cwd, 'cache')];
  expect(cfgtool(args, { cwd }).code).toBe(0);
  folder.write(
    `case-${at}/.cfgtool.yaml`,
    'own_rules: [{ id: own/y, message: Cluster, condition: { name: office }, words: w }]\n',
  );
  expect(cfgtool(args, { cwd })).toMatchObject({ code: 1 });
  expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(CLUSTERS);
});
