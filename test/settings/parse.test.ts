import { describe, expect, test } from 'vitest';
import { isIgnored, NO_SETTINGS } from '../../src/settings/index.ts';
import { parseSettings } from '../../src/settings/parse.ts';
import { InputError } from '../../src/source/errors.ts';

const known = { rules: ['shadowed-route', 'unknown-field'], changes: [{ id: 'cluster-removed' }] };
const parsed = (text: string) => parseSettings('.cfgtool.yaml', text, known);

describe('settings', () => {
  test('every key of the contract', () => {
    const settings = parsed(`namespace: envoy
fail_on: error
rules: { shadowed-route: error, unknown-field: off }
ignore: [vendor/, '*.tmpl.yaml']
tests: { front.yaml: a.yaml, 'routes/*': [b.yaml, c.json] }
properties: access.yaml
descriptors: [acme.binpb]
own_rules: rules/
diff:
  ignore: ['clusters[*].connect_timeout']
  rules: { cluster-removed: info }
`);
    expect(settings).toEqual({
      file: '.cfgtool.yaml',
      namespace: 'envoy',
      failOn: 'error',
      rules: new Map([
        ['shadowed-route', 'error'],
        ['unknown-field', 'off'],
      ]),
      ignore: ['vendor/', '*.tmpl.yaml'],
      tests: new Map([
        ['front.yaml', ['a.yaml']],
        ['routes/*', ['b.yaml', 'c.json']],
      ]),
      properties: ['access.yaml'],
      descriptors: ['acme.binpb'],
      own: { rows: [], properties: [], modules: ['rules/'] },
      diff: { ignore: ['clusters[*].connect_timeout'], rules: new Map([['cluster-removed', 'info']]) },
    });
  });

  test('an empty file, and empty parts, set nothing', () => {
    expect(parsed('# nothing yet\n').rules.size).toBe(0);
    expect(parsed('rules:\nignore:\ntests:\ndiff:\n')).toEqual({ ...NO_SETTINGS, file: '.cfgtool.yaml' });
  });

  test.each([
    ['rule: {}\n', 1, 1, 'there is no setting "rule"', 'did you mean rules?'],
    [
      'rules: { shadowed-rout: error }\n',
      1,
      10,
      'there is no rule "shadowed-rout"',
      'did you mean shadowed-route?',
    ],
    ['rules:\n  unknown-field: loud\n', 2, 18, '"loud" is none of the choices', 'off, info, warning, error'],
    ['fail_on: never\n', 1, 10, '"never" is none of the choices', 'none'],
    ['namespace: [a]\n', 1, 12, 'a text is expected here', undefined],
    ['namespace: a b\n', 1, 12, 'namespace takes one word', undefined],
    ['tests: [a.yaml]\n', 1, 8, 'tests takes names with values', undefined],
    ['tests: { a.yaml: { b: c } }\n', 1, 18, 'a text is expected here', undefined],
    ['- rules\n', 1, 1, 'takes names with values', undefined],
  ])('%j is an error with its place', (text, line, column, problem, hint) => {
    let failure: unknown;
    try {
      parsed(text);
    } catch (error) {
      failure = error;
    }
    if (!(failure instanceof InputError)) throw new Error('no error for a typo');
    expect(failure.details.position).toEqual({ line, column });
    expect(failure.details.problem).toContain(problem);
    if (hint !== undefined) expect(failure.details.hint).toContain(hint);
  });
});

describe('ignored files', () => {
  test.each([
    ['vendor/a.yaml', 'vendor/', true],
    ['x/vendor/a.yaml', 'vendor', true],
    ['x/vendored/a.yaml', 'vendor', false],
    ['x/y/front.tmpl.yaml', '*.tmpl.yaml', true],
    ['x/y/front.yaml', '*.tmpl.yaml', false],
    ['x/y/front.yaml', 'x/*/front.yaml', true],
    ['x/y/z/front.yaml', 'x/*/front.yaml', false],
    ['x/y/z/front.yaml', 'x/**/front.yaml', true],
    ['x/y/z/front.yaml', './x/y', true],
    ['front.yaml', '', false],
  ])('%s by %j: %s', (path, glob, ignored) => {
    expect(isIgnored(path, [glob])).toBe(ignored);
  });
});
