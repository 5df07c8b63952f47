import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { cfgtool, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const EXAMPLE = ['examples/routes.yaml', 'examples/routes.tests.yaml'] as const;
const schema = (name: string) => JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, 'utf8'));
const ajv = new Ajv2020({ strict: false });
const validate = ajv.compile(schema('test'));

const ROUTES =
  'virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {path: /x}, route: {cluster: b}}, {match: {prefix: /}, redirect: {path_redirect: /x}}]}]';
const WRONG =
  '- {test_name: "<cart>", input: {authority: shop.test, path: /x}, validate: {cluster_name: c}}\n';
const TWO =
  'route_configs: [{name: a, virtual_hosts: [{domains: ["*"]}]}, {name: b, virtual_hosts: [{domains: ["*"]}]}]';
const RIGHT = '- {test_name: fine, input: {authority: shop.test, path: /x}, validate: {cluster_name: b}}\n';

function run(tests: string, ...more: readonly string[]) {
  folder.write('routes.yaml', ROUTES);
  folder.write('tests.yaml', tests);
  return cfgtool(['test', 'routes.yaml', 'tests.yaml', ...more], { cwd: folder.path });
}

function json(tests: string, ...more: readonly string[]) {
  const { code, out } = run(tests, '--format', 'json', ...more);
  const report = JSON.parse(out);
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return { code, report };
}

describe('test', () => {
  it('passes the example', () => {
    const { code, out, err } = cfgtool(['test', ...EXAMPLE]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('14 tests passed');
  });

  it('reports a failure with expected, actual and the trace, and ends with 1', () => {
    const { code, out } = run(WRONG + RIGHT);
    expect(code).toBe(1);
    expect(out).toBe(`FAIL <cart> (tests.yaml:1)
cluster_name: expected "c", got "b"
GET http://shop.test/x goes to cluster "b"
virtual host  → "a", domain "*" (routes.yaml:1)
routes        → route 0 (path "/x") (routes.yaml:1): every condition holds

coverage      1 of 2 routes (50%)
              forward: 1 of 1
              redirect: 0 of 1
tests end in  forward 2
never reached "a" route 1 (prefix "/") (routes.yaml:1)
                GET http://example.test/

--suggest prints tests for the routes that are never reached

1 of 2 tests failed
`);
  });

  it('has a schema that stands alone, with the traces of the one of trace', () => {
    expect(schema('test').$defs).toEqual(schema('trace').$defs);
  });

  it('keeps to its schema in JSON', () => {
    const { code, report } = json(WRONG + RIGHT);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      cfgtool: { format_version: 1 },
      passed: false,
      summary: { tests: 2, failed: 1 },
      tests: [
        {
          name: '<cart>',
          line: 1,
          passed: false,
          failures: [{ key: 'cluster_name', expected: 'c', actual: 'b' }],
          trace: { virtual_host: 'a', route: { index: 0 } },
        },
        { name: 'fine', passed: true, failures: [] },
      ],
      coverage: {
        total: 2,
        reached: 1,
        percent: 50,
        fail_under: null,
        unreachable: 0,
        outcomes: [{ kind: 'forward', tests: 2 }],
        never: [
          {
            virtual_host: 'a',
            route: { index: 1 },
            kind: 'redirect',
            reach: 'reachable',
            request: { method: 'GET', authority: 'example.test', path: '/' },
            test: { input: { authority: 'example.test', path: '/' }, validate: { response_code: 301 } },
          },
        ],
      },
    });
    expect(report.tests[1]).not.toHaveProperty('trace');
  });

  it('writes JUnit, escaped', () => {
    const { code, out } = run(WRONG + RIGHT, '--format', 'junit', '--fail-under', '80');
    expect(code).toBe(1);
    expect(out).toContain('<testsuites name="cfgtool" tests="3" failures="2">');
    expect(out).toContain('<testcase name="&lt;cart&gt;" classname="tests.yaml" file="tests.yaml" line="1">');
    expect(out).toContain(
      '<failure message="cluster_name: expected &quot;c&quot;, got &quot;b&quot;" type="expectation">',
    );
    expect(out).toContain('<testcase name="fine" classname="tests.yaml" file="tests.yaml" line="2"/>');
    expect(out).toContain('<failure message="coverage is 50%, below --fail-under 80" type="coverage">');
  });

  it('fails under a share of the routes', () => {
    expect(json(RIGHT, '--fail-under', '50')).toMatchObject({ code: 0, report: { passed: true } });
    const { code, report } = json(RIGHT, '--fail-under', '50.5');
    expect({ code, passed: report.passed, failed: report.summary.failed }).toEqual({
      code: 1,
      passed: false,
      failed: 0,
    });
    expect(run(RIGHT, '--fail-under', '51').out).toContain('coverage is 50%, below --fail-under 51');
  });

  it('reports keys that it does not know, and fails for them', () => {
    const { code, report } = json(RIGHT.replace('cluster_name', 'clustername'));
    expect(code).toBe(1);
    expect(report.tests[0].problems).toEqual(['validate has no "clustername"; did you mean cluster_name?']);
  });

  it('reads tests from standard input, and hides secrets', () => {
    const routes = folder.write(
      'secret.yaml',
      ROUTES.replace(
        'route: {cluster: b}',
        'route: {cluster: b}, request_headers_to_add: [{header: {key: authorization, value: hunter2}}]',
      ),
    );
    const input = RIGHT.replace('cluster_name: b', 'header_fields: [{key: authorization, value: ""}]');
    const { code, out } = cfgtool(['test', routes, '-'], { input });
    expect(code).toBe(1);
    expect(out).toContain('header_fields authorization: expected "", got "<redacted>"');
  });

  it('chooses the route configuration of each test by its port', () => {
    expect(
      cfgtool(['test', folder.write('two.yaml', TWO), '-'], {
        input: '- {test_name: a, input: {authority: "x:1", path: /}, validate: {cluster_name: a}}',
      }),
    ).toMatchObject({ code: 2, out: '', err: expect.stringContaining('2 route configurations') });
  });

  it('says which routes no test can reach, and leaves them out of the coverage', () => {
    const routes = folder.write(
      'hidden.yaml',
      'virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: b}}, {match: {path: /x}, route: {cluster: c}}, {match: {prefix: /, runtime_fraction: {default_value: {numerator: 5}}}, route: {cluster: c}}]}]',
    );
    const run = cfgtool(['test', routes, '-', '--fail-under', '100'], { input: RIGHT });
    expect(run.code).toBe(0);
    expect(run.out).toContain('coverage      1 of 1 route (100%); 2 more can be reached by no test\n');
    expect(run.out.replace(/\s+/g, ' ')).toContain('"a" route 1 (path "/x") (');
    expect(run.out.replace(/\s+/g, ' ')).toContain('route 0 takes every such request before it');
    const hidden = JSON.parse(cfgtool(['test', routes, '-', '--format', 'json'], { input: RIGHT }).out);
    expect(validate(hidden), JSON.stringify(validate.errors)).toBe(true);
    expect(hidden.coverage.never).toMatchObject([
      { route: { index: 1 }, reach: 'unreachable', by: [0] },
      { route: { index: 2 }, reach: 'unreachable', by: [], why: expect.stringContaining('runtime_key') },
    ]);
    const report = cfgtool(['test', routes, '-', '--format', 'junit'], { input: RIGHT });
    expect(report.out).toContain('<system-out>coverage      1 of 1 route (100%); 2 more');
  });

  it('suggests tests for what others leave out, which then reach everything', () => {
    folder.write('routes.yaml', ROUTES);
    folder.write('tests.yaml', RIGHT);
    const { code, out, err } = cfgtool(['test', 'routes.yaml', 'tests.yaml', '--suggest'], {
      cwd: folder.path,
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`# What the routes of routes.yaml do now, a request for each; cfgtool test checks it.
tests:
  - test_name: prefix / at a is redirected
    input:
      authority: example.test
      path: /
    validate:
      path_redirect: http://example.test/x
      response_code: 301
`);
    const all = folder.path;
    cfgtool(['test', 'routes.yaml', '--suggest', '--format', 'json', '--output', 'all.json'], { cwd: all });
    const again = cfgtool(['test', 'routes.yaml', 'all.json', '--fail-under', '100'], { cwd: all });
    expect(again.code).toBe(0);
    expect(again.out).toContain('2 tests passed');
  });

  it('suggests nothing where nothing is left, in words', () => {
    const everything = cfgtool(['test', ...EXAMPLE, '--suggest']);
    const input = everything.out;
    const rest = cfgtool(['test', EXAMPLE[0], '-', '--suggest'], { input });
    expect(rest.code).toBe(0);
    expect(rest.out).not.toContain('path: /closed');
  });

  it('says when a suggested test needs a secret', () => {
    const routes = folder.write(
      'token.yaml',
      'virtual_hosts: [{name: a, domains: ["*"], routes: [{match: {prefix: /, headers: [{name: authorization, exact_match: hunter2}]}, route: {cluster: b}}]}]',
    );
    const hidden = cfgtool(['test', routes, '--suggest']);
    expect(hidden.out).not.toContain('hunter2');
    expect(hidden.err).toContain('--show-secrets');
    const shown = cfgtool(['test', routes, '--suggest', '--show-secrets']);
    expect(cfgtool(['test', routes, '-'], { input: shown.out }).code).toBe(0);
  });

  it.each([
    [['examples/routes.yaml'], /no file of tests is named/],
    [['examples/routes.yaml', '--suggest', '--format', 'junit'], /YAML, or as JSON/],
    [['examples/routes.yaml', '--suggest', '--fail-under', '5'], /checks nothing/],
    [['examples/routes.yaml', 'nowhere.yaml'], /nowhere\.yaml/],
    [['examples/routes.yaml', 'examples/bank.yaml'], /a test file has no/],
    [[...EXAMPLE, '--fail-under', '101'], /from 0 to 100/],
    [['-', '-'], /both the configuration and the tests/],
    [[...EXAMPLE, '--listener', 'x'], /no listener "x"/],
  ])('ends with 2 where it is used wrongly: %j', (args, message) => {
    const { code, out, err } = cfgtool(['test', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });
});
