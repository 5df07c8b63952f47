import { describe, expect, it } from 'vitest';
import { redaction } from '../../src/report/redact.ts';

describe('redaction', () => {
  it('replaces a secret wherever it stands as a word', () => {
    const redact = redaction(['hunter2', 's3cret/+=']);
    expect(redact('password: "hunter2"')).toBe('password: "<redacted>"');
    expect(redact('{a: s3cret/+=, b: hunter2}')).toBe('{a: <redacted>, b: <redacted>}');
  });

  it('leaves other words alone, also for a short secret', () => {
    expect(redaction(['1'])('port: 8181 # 1')).toBe('port: 8181 # <redacted>');
    expect(redaction(['ab'])('abab ab cab')).toBe('abab <redacted> cab');
  });

  it('replaces a secret of several lines line by line', () => {
    const redact = redaction(['-----BEGIN KEY-----\nMIIE\n-----END KEY-----\n']);
    expect(redact('+        MIIE')).toBe('+        <redacted>');
    expect(redact('-----BEGIN KEY-----')).toBe('<redacted>');
  });

  it('replaces the longer one of two that contain each other', () => {
    expect(redaction(['key', 'key-2'])('key-2 key')).toBe('<redacted> <redacted>');
  });

  it('knows how a secret was written', () => {
    expect(redaction(["'it''s'"])("a: it's, b: 'it''s'")).toBe("a: <redacted>, b: '<redacted>'");
    expect(redaction(['"a\\"b"'])('{"k": "a\\"b"} a"b')).toBe('{"k": "<redacted>"} <redacted>');
    expect(redaction(['|\n  MIIE\n  Zm9v\n'])('key: |\n  MIIE\n')).toBe('key: |\n  <redacted>\n');
  });

  it('sees it within the quoted text that a ConfigMap in JSON embeds', () => {
    expect(redaction(['|\n  MIIE\n'])('"key: |\\n  MIIE\\nMIIE\\n"')).toBe(
      '"key: |\\n  <redacted>\\n<redacted>\\n"',
    );
  });

  it('does nothing without secrets', () => {
    expect(redaction(['', ' \n'])('a b')).toBe('a b');
  });
});
