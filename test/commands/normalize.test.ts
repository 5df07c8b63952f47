import { describe, expect, it } from 'vitest';
import { cfgtool, LEGACY, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const normalize = (...args: readonly string[]) => cfgtool(['normalize', ...args], { cwd: folder.path });

describe('normalize', () => {
  it('prints the canonical form in the shape of the input', () => {
    folder.write('a.yaml', LEGACY);
    const { code, out } = normalize('a.yaml');
    expect(code).toBe(0);
    expect(out).toMatch(/^clusters:\n {2}- /);
    expect(out).toContain('load_assignment:');
    expect(out).toContain('lb_policy: ROUND_ROBIN');
  });

  it('is the same for what it printed', () => {
    folder.write('b.yaml', LEGACY);
    const once = normalize('b.yaml').out;
    expect(cfgtool(['normalize', '-'], { input: once }).out).toBe(once);
    const json = normalize('b.yaml', '--format', 'json').out;
    expect(cfgtool(['normalize', '-'], { input: json }).out).toBe(once);
  });

  it('leaves defaults out, and says where values come from', () => {
    folder.write('c.yaml', LEGACY);
    expect(normalize('c.yaml', '--only-written').out).not.toContain('lb_policy');
    const { out } = normalize('c.yaml', '--explain');
    expect(out).toMatch(/name: shop # line 3\n/);
    expect(out).toMatch(/lb_policy: ROUND_ROBIN # default: /);
    expect(out).toMatch(/# (line \d+, )?migrated: hosts-to-load-assignment\n/);
  });

  it('keeps documents apart', () => {
    folder.write('d.yaml', `${LEGACY}---\n${LEGACY}`);
    expect(normalize('d.yaml').out.split('\n---\n')).toHaveLength(2);
  });

  it('takes one file', () => {
    folder.write('e/a.yaml', LEGACY);
    folder.write('e/b.yaml', LEGACY);
    expect(normalize('e')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/2 configurations/),
    });
  });

  it('hides secrets', () => {
    folder.write(
      'f.yaml',
      'name: a\nconnect_timeout: 1s\ntls_context:\n  common_tls_context:\n    tls_certificates:\n    - private_key: {inline_string: open-sesame}\n',
    );
    expect(normalize('f.yaml').out).not.toContain('open-sesame');
    expect(normalize('f.yaml', '--show-secrets').out).toContain('open-sesame');
  });
});
