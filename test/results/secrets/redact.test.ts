import { describe, expect, it } from 'vitest';
import { hidingWords, isUnmistakable, wordsOf } from '../../../src/results/secrets/hide-words.ts';
import { redaction, redactionOf, secretTexts } from '../../../src/results/secrets/redact.ts';
import { secretly } from '../../../src/source/secret-marks.ts';
import { opened } from '../../opened.ts';
import { growth, MAX_GROWTH } from '../../source/growth.ts';

const hiding = (secrets: readonly string[]) => hidingWords(secrets.flatMap((each) => [...wordsOf(each)]));

describe('words of secrets', () => {
  it('replaces a secret wherever it stands as a word', () => {
    const redact = hiding(['hunter2', 's3cret/+=']);
    expect(redact('password: "hunter2"')).toBe('password: "<redacted>"');
    expect(redact('{a: s3cret/+=, b: hunter2}')).toBe('{a: <redacted>, b: <redacted>}');
  });

  it('leaves other words alone, also for a short secret', () => {
    expect(hiding(['1'])('port: 8181 # 1')).toBe('port: 8181 # <redacted>');
    expect(hiding(['ab'])('abab ab cab')).toBe('abab <redacted> cab');
  });

  it('replaces a secret of several lines line by line', () => {
    const redact = hiding(['-----BEGIN KEY-----\nMIIE\n-----END KEY-----\n']);
    expect(redact('+        MIIE')).toBe('+        <redacted>');
    expect(redact('-----BEGIN KEY-----')).toBe('<redacted>');
  });

  it('replaces the longer one of two that contain each other', () => {
    expect(hiding(['key', 'key-2'])('key-2 key')).toBe('<redacted> <redacted>');
  });

  it('knows how a secret was written', () => {
    expect(hiding(["'it''s'"])("a: it's, b: 'it''s'")).toBe("a: <redacted>, b: '<redacted>'");
    expect(hiding(['"a\\"b"'])('{"k": "a\\"b"} a"b')).toBe('{"k": "<redacted>"} <redacted>');
    expect(hiding(['|\n  MIIE\n  Zm9v\n'])('key: |\n  MIIE\n')).toBe('key: |\n  <redacted>\n');
  });

  it('sees it in the quotes of a shell', () => {
    expect(hiding([`"it's so"`])(`trace -H 'authorization: it'\\''s so'`)).toBe(
      "trace -H 'authorization: <redacted>'",
    );
  });

  it('sees it within the quoted text that a ConfigMap in JSON embeds', () => {
    expect(hiding(['|\n  MIIE\n'])('"key: |\\n  MIIE\\nMIIE\\n"')).toBe(
      '"key: |\\n  <redacted>\\n<redacted>\\n"',
    );
  });

  it('sees it in JSON within JSON, and in the quotes of YAML', () => {
    const secret = `a"b\\c'd\te`;
    const redact = hiding([secret]);
    const once = JSON.stringify({ k: secret });
    expect(redact(once)).toBe('{"k":"<redacted>"}');
    expect(redact(JSON.stringify(once))).toBe('"{\\"k\\":\\"<redacted>\\"}"');
    expect(redact(`k: '${secret.replaceAll("'", "''")}'`)).toBe("k: '<redacted>'");
  });

  it('sees each line of it in JSON within JSON', () => {
    const key = '-----BEGIN KEY-----\nMIIE\r\n\tZm9v\u2028last\n-----END KEY-----\n';
    const text = JSON.stringify(JSON.stringify({ key }));
    expect(hiding([key])(text)).not.toMatch(/BEGIN|MIIE|Zm9v|last|END/);
  });

  it('takes a text that only begins with a quote as it is', () => {
    expect(hiding([`"hunter2`])('a: "hunter2')).toBe('a: <redacted>');
  });

  it('sees a token without its scheme', () => {
    expect(hiding(['Bearer hunter2'])('hashed "hunter2"')).toBe('hashed "<redacted>"');
  });

  it('are looked for where nobody writes them but for the secret', () => {
    for (const word of ['hunter2', 's3cret/+=', 'a1b2c3', 'correct horse battery staple'])
      expect([word, isUnmistakable(word)]).toEqual([word, true]);
    for (const word of ['gold', 'shop', '/cart', 'cluster', 'a', '1', '8080', '12345678', 'v1'])
      expect([word, isUnmistakable(word)]).toEqual([word, false]);
  });
});

describe('redaction', () => {
  const config = (cookie: string) =>
    opened(`name: public
virtual_hosts:
- name: gold-2
  domains: ['*']
  routes:
  - match: { prefix: /, headers: [{ name: cookie, exact_match: ${cookie} }] }
    route: { cluster: c-${cookie} }
  - match: { prefix: / }
    route: { cluster: other }
`);

  it('hides a secret in its lines, where they stand as such', () => {
    const { redact } = redactionOf([config('gold-2')], false);
    expect(redact('  - match: { prefix: /, headers: [{ name: cookie, exact_match: gold-2 }] }')).toBe(
      '  - match: { prefix: /, headers: [{ name: cookie, exact_match: <redacted> }] }',
    );
    expect(redact('    route: { cluster: c-gold-2 }')).toBe('    route: { cluster: c-gold-2 }');
  });

  it('hides no word that stands elsewhere in the file, but what a sentence marks', () => {
    const { redact } = redactionOf([config('gold-2')], false);
    expect(redact('goes to cluster "c-gold-2" of gold-2')).toBe('goes to cluster "c-gold-2" of gold-2');
    expect(redact(`the cookie is "${secretly('gold-2')}", cluster "gold-2"`)).toBe(
      'the cookie is "<redacted>", cluster "gold-2"',
    );
  });

  it('shows what is marked to whoever asks for it', () => {
    const { redact, hidAnything } = redactionOf([config('gold-2')], true);
    expect(redact(`is "${secretly('gold-2')}"`)).toBe('is "gold-2"');
    expect(hidAnything()).toBe(false);
  });

  it('hides what a value that is computed of a secret announces', () => {
    expect(redaction([]).redact('sent as /x?api_key=s3cretTok9bc')).toBe('sent as /x?api_key=<redacted>');
  });

  it('remembers whether it hid anything', () => {
    const { redact, hidAnything } = redaction(['hunter2']);
    redact('nothing');
    expect(hidAnything()).toBe(false);
    redact('hunter2');
    expect(hidAnything()).toBe(true);
  });

  it('does nothing without secrets', () => {
    expect(hiding(['', ' \n'])('a b')).toBe('a b');
  });
});

it('the cookie that a hash policy names is no secret; a header of that name is one', () => {
  const config = opened(`name: public
filter_chains:
- filters:
  - name: proxy.http_connection_manager
    config:
      route_config:
        virtual_hosts:
        - name: shop
          domains: ['*']
          routes:
          - match: { prefix: / }
            route: { cluster: shop, hash_policy: [{ cookie: { name: bed, ttl: 3600s, path: / } }] }
  - name: other
    config: { cookie: a7c0de, allow_credentials: true }
`);
  expect(secretTexts(config)).toEqual(['a7c0de']);
});

it('a secret is known as it is written and as it is', () => {
  const config = opened(`virtual_hosts: []\npassword: "hunt\\x65r2"\ntoken: plain\n`);
  expect(secretTexts(config)).toEqual(expect.arrayContaining(['"hunt\\x65r2"', 'hunter2', 'plain']));
});

it('a secret of an embedded text is known as the document around it writes it', () => {
  const config = opened(
    `kind: ConfigMap\ndata:\n  a.yaml: "virtual_hosts: []\\npassword: hun\\\n    t\\x65r2\\n"\n`,
  );
  expect(secretTexts(config)).toEqual(expect.arrayContaining(['hunter2', 'hun\\\n    t\\x65r2']));
});

it('the words of a pattern that a credential meets are secrets too', () => {
  const config = opened(`virtual_hosts:
- name: a
  domains: ['*']
  routes:
  - match: { prefix: /, headers: [{ name: x-api-key, regex_match: (Bearer .hunter2|hunter33)-x }] }
    route: { cluster: a }
`);
  expect(secretTexts(config)).toEqual(['(Bearer .hunter2|hunter33)-x', 'hunter2', 'hunter33']);
});

it('the work grows with the documents that hold configurations', () => {
  const prepare = (size: number) =>
    opened('---\nkind: ConfigMap\npassword: "a\\tb"\nk: |\n  node: {id: "https://a:b@c"}\n'.repeat(size));
  expect(growth(prepare, secretTexts, 1_000)).toBeLessThan(MAX_GROWTH);
});

it('a folded secret of very many words is known', () => {
  const words = Array.from({ length: 200_000 }, (_, index) => `w${index}`).join('\n    ');
  const file = opened(
    `kind: ConfigMap\na: >\n    {"node": {"id": "a", "metadata": {"password": "${words}"}}}\n`,
  );
  expect(secretTexts(file)).toContain('w199998');
});
