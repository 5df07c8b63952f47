/** A text that cannot be understood is shown around its error, without what may be a secret. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';

function refusal(text: string, name = 'in.yaml'): InputError['details'] {
  try {
    sourceFile(name, text, 'named');
  } catch (error) {
    if (error instanceof InputError) return error.details;
    throw error;
  }
  throw new Error('it was read');
}

const BROKEN = 'b: {';

describe('secrets in the lines around an error', () => {
  test.each<[string, string]>([
    ['under its own key', 'password: hunter2'],
    ['in quotes', 'password: "hunter2"'],
    ['with a dash', '- password: hunter2'],
    ['in camelCase', 'clientSecret: hunter2'],
    ['in brackets', 'a: {private_key: {inline_string: hunter2}, c: d}'],
    ['below its key', 'private_key:\n  inline_string: hunter2'],
    ['two levels below', 'private_key:\n  x:\n    y: hunter2'],
    ['in a list below', 'api_tokens:\n- x\n- hunter2'],
    ['in a block of text', 'inline_string: |\n  a\n  b\n  hunter2'],
    ['a header', 'key: Authorization\nvalue: hunter2'],
    ['a header as an entry', '- key: Authorization\n  value: hunter2'],
    ['a header in brackets', '{key: authorization, value: hunter2}'],
    ['a login in a URL', 'uri: http://me:hunter2@shop.test/'],
    ['a bearer token', 'x: Bearer hunter2hunter2hunter2'],
    ['key material without a key', '  MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwhunter2'],
  ])('%s', (_, secret) => {
    const { excerpt = '' } = refusal(`${secret}\n${BROKEN}`);
    expect(excerpt).toContain('<redacted>');
    expect(excerpt).not.toContain('hunter2');
  });

  test('in JSON of several lines, and of one', () => {
    const value = { clusters: [{ tls: { private_key: { inline_string: 'hunter2' } }, name: 'shop' }] };
    for (const indent of [undefined, 2]) {
      const text = JSON.stringify(value, undefined, indent);
      for (let end = 1; end < text.length; end++)
        expect(refusal(text.slice(0, end), 'in.json').excerpt).not.toMatch(/hunter|unter2/);
    }
  });

  test('the mark stays below its column', () => {
    const { excerpt = '' } = refusal('{"password": "hunter2", "name": shop\u0007}', 'in.json');
    const [, line = '', mark = ''] = /\| (.*)\n.*\| (.*)$/.exec(excerpt) ?? [];
    expect(line.slice(mark.indexOf('^')).startsWith('shop')).toBe(true);
  });

  test('what is no secret is shown', () => {
    const { excerpt } = refusal('connect_timeout: 1s\nname: [shop');
    expect(excerpt).toContain('connect_timeout: 1s');
  });
});
