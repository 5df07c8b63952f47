/** What is a secret by its looks; in time that grows with the text, and however long one is. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isNoSecret,
  mayShowSecrets,
  secretParts,
  settingParts,
  withoutNamedSecrets,
  withoutSecrets,
} from '../../src/source/secret-looks.ts';
import { isSecretName } from '../../src/source/secret-names.ts';
import { growth, MAX_GROWTH } from './growth.ts';

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';

describe('private keys', () => {
  test('within a longer text, each to its end', () => {
    expect(withoutSecrets(`a ${BEGIN}\nMI\n${END} b ${BEGIN} IE`)).toBe('a <redacted> b <redacted>');
    expect(withoutSecrets(`a ${BEGIN} MI -----END it`)).toBe('a <redacted>-----END it');
    expect(withoutSecrets(`a ${BEGIN} ${BEGIN} MI ${END} b`)).toBe('a <redacted> b');
  });

  test('as a whole, with blanks around and between', () => {
    const text = `\n${BEGIN}\nMI\n${END}\n\n${BEGIN}\nIE\n${END}\n`;
    expect(secretParts(text)).toEqual([{ start: 0, end: text.length }]);
    expect(secretParts(`${text}a`)).toHaveLength(2);
  });
});

test('blanks around a word that is no secret', () => {
  expect([' true\n', '\ufeffnull ', '~', ' \t'].every(isNoSecret)).toBe(true);
  expect([' true a', 'nul l', 'a '].some(isNoSecret)).toBe(false);
});

test('a name before its sign, wherever it begins', () => {
  for (const line of ['token=abc', '1.token=abc', 'foo:-token: abc', 'x"token": abc', 'a b-token=abc'])
    expect(withoutNamedSecrets(line)).toMatch(/^[^c]*token"?[=:] ?<redacted>$/);
  expect(withoutNamedSecrets('tokens=abc')).toBe('tokens=abc');
});

describe('14.b9 what a name announces', () => {
  test.each([
    ['/h?a=1&access_token=abcd1234#x', '/h?a=1&access_token=<redacted>'],
    ['Server=x;Password=ab(cd)#1;', 'Server=x;Password=<redacted>;'],
    ['cache:6380,password=abcd,ssl=True', 'cache:6380,password=<redacted>,ssl=True'],
    ['DB_PASSWORD=abcd', 'DB_PASSWORD=<redacted>'],
    [`a session="ab 'cd" b`, 'a session="<redacted>" b'],
    ["token='ab cd'", "token='<redacted>'"],
    // As a file that cannot be read writes them in its own quotes.
    ["dsn: 'a password=''ab cd'' b'", "dsn: 'a password=''<redacted>'' b'"],
    ['dsn: "a password=\\"ab cd\\" b"', 'dsn: "a password=\\"<redacted>\\" b"'],
    ["dsn: 'password=''abcd', token=efgh", "dsn: 'password=''<redacted>', token=<redacted>"],
    ['u:abcd@shop.test', 'u:<redacted>@shop.test'],
    ['"u:abcd@shop.test:80"', '"u:<redacted>@shop.test:80"'],
    ['http://u:abcd@shop.test/?token=abcd', 'http://<redacted>@shop.test/?token=<redacted>'],
    ['x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_x y', 'x <redacted> y'],
    ['bob:$apr1$abcdefgh$0123456789abcdefghijkl', 'bob:<redacted>'],
    ['bob:{SHA}0123456789abcdefghijklmnopq=', 'bob:<redacted>'],
  ])('%s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
    expect(mayShowSecrets(text)).toBe(true);
  });

  test.each([
    '/h?a=1&b=2',
    '/cb?token=',
    '/cb?token=[^&]+',
    '/cb?token=.*',
    'token=\\d+',
    "password='' and user='' and more",
    'token=(a|b)cd',
    'token=%REQ(X-TOKEN)%',
    `token=\${TOKEN}`,
    'token=$TOKEN',
    'password={{ .Values.password }}',
    'session=true',
    'session=<redacted>',
    'if token==nil then token=headers:get("x") end',
    'session_id=abcd',
    'x_session_ticket=abcd',
    'cookies=abcdef',
    'mailto:bob@shop.test',
    'app:1.2@sha256:0123456789abcdef',
    'me@shop.test',
    'spiffe://cluster.local/ns/a/sa/b',
    '\\1$1$2',
    'eyJ.a.b',
    'com.eyJhbGciOiJIUzI1NiJ9.a.b',
  ])('%s holds none', (text) => {
    expect(withoutSecrets(text)).toBe(text);
  });

  test('names', () => {
    for (const name of [
      'passwrd',
      'DB_PASS',
      'password_hash',
      'passwordHash',
      'htpasswd',
      'x-session',
      'hmac',
      'bearer',
    ])
      expect([name, isSecretName(name)]).toEqual([name, true]);
    for (const name of [
      'bypass',
      'passthrough',
      'session_ticket_keys_disabled',
      'session_id',
      'compass',
      'hmac_name',
      'bearers',
    ])
      expect([name, isSecretName(name)]).toEqual([name, false]);
  });

  test('settings in lines', () => {
    const text =
      "A=1\nexport DB_PASSWORD='a b'\ndb.secret : x1 \r\ntoken = read(1)\nTOKEN=read(1)\npassword: |\nPWD=$HOME\n";
    expect(settingParts(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'a b',
      'x1',
      'read(1)',
    ]);
  });
});

describe('the work grows with the text', () => {
  test.each<[string, (text: string) => unknown, (size: number) => string]>([
    ['blanks before something', isNoSecret, (size) => `${' '.repeat(size)}x`],
    ['a long word', withoutNamedSecrets, (size) => 'a'.repeat(size)],
    ['a word of many parts', withoutNamedSecrets, (size) => 'a-'.repeat(size)],
    ['keys that do not end', withoutSecrets, (size) => `x ${BEGIN}`.repeat(size)],
    ['names before equals signs', withoutSecrets, (size) => 'token='.repeat(size)],
    ['equals signs', withoutSecrets, (size) => '='.repeat(size)],
    ['a long name', withoutSecrets, (size) => `${'a'.repeat(size)}=`],
    ['commas behind a name', withoutSecrets, (size) => `token=${',aa'.repeat(size)}`],
    ['quotes behind names', withoutSecrets, (size) => 'token="'.repeat(size)],
    ['beginnings of signed tokens', withoutSecrets, (size) => 'eyJ'.repeat(size)],
    ['parts of signed tokens', withoutSecrets, (size) => 'eyJaaaaaaaa.'.repeat(size)],
    ['beginnings of hashes', withoutSecrets, (size) => '$1$a'.repeat(size)],
    ['logins', withoutSecrets, (size) => 'a:b@'.repeat(size)],
    ['lines of settings', settingParts, (size) => 'a \t'.repeat(size)],
    ['blanks of settings', settingParts, (size) => `${' '.repeat(size)}\n${'\n'.repeat(size)}`],
    ['keys that end', withoutSecrets, (size) => `x ${BEGIN}${END}`.repeat(size)],
  ])('%s', (_, look, text) => {
    expect(growth(text, look, 20_000)).toBeLessThan(MAX_GROWTH);
  });
});

test('a secret of many megabytes', () => {
  const long = 'a1'.repeat(8_000_000);
  expect(withoutSecrets(`x ${BEGIN}${long}`)).toBe('x <redacted>');
  expect(withoutSecrets(`x Bearer ${long} y`)).toBe('x Bearer <redacted> y');
  expect(withoutSecrets(`{"k":"${long}"}`)).toBe('<redacted>');
});

test('forty letters of base64 in a row, wherever they begin', () => {
  const run = fc.tuple(fc.constantFrom('a', 'Z', '0', '/', '+', '-', '_'), fc.integer({ min: 0, max: 90 }));
  const gap = fc.constantFrom('', ' ', '\n', '.', 'é');
  fc.assert(
    fc.property(fc.array(fc.tuple(run, gap), { maxLength: 6 }), (parts) => {
      const text = parts.map(([[letter, count], between]) => letter.repeat(count) + between).join('');
      expect(mayShowSecrets(text)).toBe(/[\w+/-]{40}/.test(text));
    }),
    { numRuns: 1000 },
  );
});
