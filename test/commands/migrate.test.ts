import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { exampleNames } from '../../scripts/gallery.ts';
import { CURRENT, cfgtool, IS_ROOT, LEGACY, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const inFolder = (args: readonly string[]) => cfgtool(['migrate', ...args], { cwd: folder.path });
const content = (name: string): string => readFileSync(`${folder.path}/${name}`, 'utf8');

describe('migrate', () => {
  it('prints one file migrated, whatever must not change unchanged', () => {
    folder.write('one.yaml', LEGACY);
    const { code, out } = inFolder(['one.yaml']);
    expect(code).toBe(0);
    expect(out).toContain('# the shop\n');
    expect(out).toContain('# first rack');
    expect(out).toContain('  load_assignment:\n');
    expect(out).not.toContain('hosts:');
    expect(content('one.yaml')).toBe(LEGACY);
  });

  it('prints a file that needs nothing as it is, byte for byte', () => {
    const odd = `\uFEFF${CURRENT.replaceAll('\n', '\r\n')}...\r\n# end`;
    folder.write('odd.yaml', odd);
    expect(inFolder(['odd.yaml']).out).toBe(odd);
  });

  it('sums up several files', () => {
    folder.write('several/a.yaml', LEGACY);
    folder.write('several/b.yaml', CURRENT);
    expect(inFolder(['several']).out).toBe(
      'several/a.yaml: 1 change to make\nseveral/b.yaml: nothing to migrate\n1 of 2 files would change\n',
    );
  });

  it('says under --check what would change, where and why', () => {
    folder.write('check.yaml', LEGACY);
    const { code, out } = inFolder(['check.yaml', '--check']);
    expect(out).toMatch(/^check\.yaml:\d+:\d+: \[hosts-to-load-assignment\] \S.*\n$/);
    expect(code).toBe(1);
    expect(content('check.yaml')).toBe(LEGACY);
  });

  it('writes in place under --write, and the second run changes nothing', () => {
    folder.write('written/a.yaml', LEGACY);
    folder.write('written/b.yaml', CURRENT);
    chmodSync(`${folder.path}/written/a.yaml`, 0o640);
    symlinkSync('a.yaml', `${folder.path}/written/link.yaml`);
    expect(inFolder(['written/link.yaml', '--write'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 change\n'),
    });
    expect(content('written/a.yaml')).toContain('load_assignment');
    expect(statSync(`${folder.path}/written/a.yaml`).mode & 0o777).toBe(0o640);
    expect(lstatSync(`${folder.path}/written/link.yaml`).isSymbolicLink()).toBe(true);
    const once = content('written/a.yaml');
    expect(inFolder(['written', '--write'])).toMatchObject({ code: 0 });
    expect(content('written/a.yaml')).toBe(once);
    expect(inFolder(['written', '--check'])).toMatchObject({ code: 0, out: '' });
    expect(readdirSync(`${folder.path}/written`).sort()).toEqual(['a.yaml', 'b.yaml', 'link.yaml']);
  });

  it.skipIf(IS_ROOT)('leaves the original whole where it cannot be written', () => {
    folder.write('locked/a.yaml', LEGACY);
    chmodSync(`${folder.path}/locked`, 0o555);
    try {
      expect(inFolder(['locked/a.yaml', '--write'])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/not permitted/),
      });
      expect(content('locked/a.yaml')).toBe(LEGACY);
      expect(readdirSync(`${folder.path}/locked`)).toEqual(['a.yaml']);
    } finally {
      chmodSync(`${folder.path}/locked`, 0o755);
    }
  });

  it('writes the result to --output: a new file, an old one, a device', () => {
    folder.write('in.yaml', LEGACY);
    const printed = inFolder(['in.yaml']).out;
    for (let round = 0; round < 2; round++) {
      const { code, out, err } = inFolder(['in.yaml', '--output', 'out.yaml']);
      expect({ code, out }).toEqual({ code: 0, out: '' });
      expect(err.match(/out\.yaml.*\n/g)).toEqual(['out.yaml: written (in.yaml: 1 change)\n']);
      expect(content('out.yaml')).toBe(printed);
    }
    for (const format of ['json', 'ndjson', 'diff'])
      expect(inFolder(['in.yaml', '--format', format, '--output', 'out']).err, format).toMatch(
        /^out: written$/m,
      );
    expect(inFolder(['in.yaml', '--output', 'out.yaml', '--quiet']).err).toBe('');
    const device = inFolder(['in.yaml', '--output', '/dev/null']);
    expect(device).toMatchObject({ code: 0, out: '' });
    expect(device.err).not.toContain('written');
    expect(inFolder(['in.yaml', '--output', '/dev/stdout']).out).toBe(printed);
    mkdirSync(`${folder.path}/taken`);
    expect(inFolder(['in.yaml', '--output', 'taken'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/directory/),
    });
    expect(inFolder(['in.yaml', '--output', 'no/where.yaml'])).toMatchObject({ code: 2 });
  });

  it('makes a diff that git applies', () => {
    folder.write('diffed/a.yaml', LEGACY);
    folder.write('diffed/b.yaml', LEGACY.replaceAll('\n', '\r\n'));
    const { out, code } = inFolder(['diffed', '--format', 'diff']);
    expect(code).toBe(0);
    const expected = ['a', 'b'].map((name) => inFolder([`diffed/${name}.yaml`]).out);
    execFileSync('git', ['init', '-q'], { cwd: folder.path });
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder.path, input: out });
    expect(['a', 'b'].map((name) => content(`diffed/${name}.yaml`))).toEqual(expected);
  });

  it('makes a patch of one document, and refuses more', () => {
    folder.write('patched.yaml', LEGACY);
    const { out } = inFolder(['patched.yaml', '--format', 'patch']);
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ op: expect.any(String), path: expect.any(String) }),
    );
    folder.write('two.yaml', `${LEGACY}---\n${CURRENT}`);
    const refused = { code: 2, out: '', err: expect.stringMatching(/one document.*\n.*--format json/) };
    expect(inFolder(['two.yaml', '--format', 'patch'])).toMatchObject(refused);
    expect(inFolder(['patched.yaml', 'one.yaml', '--format', 'patch'])).toMatchObject(refused);
    expect(inFolder(['two.yaml', '--format', 'patch', '--write'])).toMatchObject({ code: 2 });
    expect(content('two.yaml')).toContain('hosts:');
  });

  it('14.c says how many optional changes wait, and the command that shows them', () => {
    const old = 'clusters:\n- {name: a, connect_timeout: 1s, idle: 1}\n';
    const check =
      '{timeout: 1s, interval: 1s, unhealthy_threshold: 1, healthy_threshold: 1, http_health_check: {path: /, use_http2: true, service_name: s}}';
    folder.write('waits/a.yaml', old.replace('idle: 1', `health_checks: [${check}]`));
    folder.write('waits/b.yaml', old.replace(', idle: 1', ''));
    const line = (input: string): string =>
      `2 optional changes wait; to see them: cfgtool migrate ${input} --also all --format diff\n`;
    for (const flags of [[], ['--check'], ['--format', 'json'], ['--format', 'ndjson']])
      for (const input of ['waits/a.yaml', 'waits'])
        expect(inFolder([input, ...flags]).err, flags.join(' ')).toBe(line(input));
    const one = inFolder(['waits/a.yaml', '--also', 'service-name-to-matcher']);
    expect(one.err).toMatch(/^one optional change waits; to see it: /);
    const skipped = ['--skip', 'health-check-http-two-to-codec,service-name-to-matcher'];
    for (const flags of [['--also', 'all'], skipped, ['--quiet']])
      expect(inFolder(['waits/a.yaml', ...flags]).err).toBe('');
    expect(inFolder(['waits/b.yaml']).err).toBe('');
    expect(inFolder(['waits/a.yaml', '--write']).err).toBe(line('waits/a.yaml'));
    expect(JSON.parse(inFolder(['waits', '--format', 'json']).out).files[0].waiting).toBe(2);
  });

  it('reports in JSON as its schema says', () => {
    const schema = JSON.parse(readFileSync('docs/schemas/migrate.schema.json', 'utf8'));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    folder.write('json/a.yaml', LEGACY);
    folder.write('json/b.yaml', `${CURRENT}---\n${LEGACY}`);
    const { out, code } = inFolder(['json', '--format', 'json']);
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    expect(code).toBe(0);
    const [first, second] = report.files;
    expect(first).toMatchObject({ file: 'json/a.yaml', changed: true, equivalent: true, left: [] });
    expect(first.applied[0]).toMatchObject({ migration: 'hosts-to-load-assignment', pointer: '/clusters/0' });
    expect(first.applied[0]).not.toHaveProperty('document');
    expect(second.applied[0]).toMatchObject({ document: 1 });
    expect(second.patches).toHaveLength(1);
    for (const example of exampleNames('examples')) {
      const printed = cfgtool(['migrate', `examples/${example}`, '--format', 'json', '--also', 'all']);
      expect(validate(JSON.parse(printed.out)), `${example}: ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('says what newer releases do otherwise with what it lifts, and only of that', () => {
    const schema = JSON.parse(readFileSync('docs/schemas/migrate.schema.json', 'utf8'));
    const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);
    const old = `name: cart\nconnect_timeout: 1s\ntls_context: {sni: cart.test}\n`;
    folder.write('lift/a.yaml', old);
    folder.write('lift/b.yaml', `${old}---\n${old}`);
    folder.write('lift/c.yaml', '"@type": type.googleapis.com/envoy.config.cluster.v3.Cluster\nname: a\n');
    const { out, err } = inFolder(['lift', '--to', 'v3', '--format', 'json']);
    const report = JSON.parse(out);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
    const told = report.files.map(({ release_changes: changes }: { release_changes?: unknown[] }) => changes);
    const ids = ['tls-client-minimum', 'upstream-alpn', 'tls-client-ciphers', 'tls-key-usage'];
    expect(told[0].map(({ change }: { change: string }) => change)).toEqual(ids);
    expect(told[0][0]).toMatchObject({
      release: '1.13',
      pointer: '/tls_context',
      range: { start: { line: 3 } },
    });
    expect(told[1]).toHaveLength(4);
    expect(told[1][0]).toMatchObject({ document: 0 });
    expect(told[2]).toBeUndefined();
    expect(err).toContain('lift/a.yaml:3:14: remark [release-change] since 1.13, connections to hosts');
    expect(inFolder(['lift/a.yaml']).err).not.toContain('release-change');
    expect(inFolder(['lift/a.yaml', '--to', 'v3', '--check', '--quiet']).err).toBe('');
    const [one, two] = [1, 2].map(() => inFolder(['lift', '--to', 'v3', '--cache', '--format', 'json']).out);
    expect(JSON.parse(two ?? '').files).toEqual(JSON.parse(one ?? '').files);
    expect(JSON.parse(two ?? '').files).toEqual(report.files);
  });

  it('says that a lift was refused, or made in part', () => {
    const wrong = `static_resources:
  clusters:
  - {name: a, connect_timeout: 1s, drain_connections_on_host_removal: true}
  - {name: b, connect_timeout: 1s, cost: 1}
  - {name: c, connect_timeout: 1s, hosts: [], price: 1}
`;
    folder.write('refused.yaml', wrong);
    const whole = inFolder(['refused.yaml', '--to', 'v3']);
    expect([whole.code, whole.out]).toEqual([1, wrong]);
    expect(whole.err).toContain(
      'refused.yaml: nothing of it was lifted: the 2 places left above stand in the way; correct them, or lift the rest with --partial\n',
    );
    expect(inFolder(['refused.yaml', '--to', 'v3', '--quiet']).err).toBe('');
    folder.write('sound.yaml', wrong.replace(', cost: 1', '').replace(', price: 1', ''));
    expect(inFolder(['sound.yaml', '--to', 'v3']).err).not.toContain('lifted');
  });

  it('runs the migrations that are asked for', () => {
    folder.write('some.yaml', LEGACY);
    const changes = (...args: readonly string[]): number =>
      inFolder(['some.yaml', '--check', ...args]).out.split('\n').length - 1;
    expect(changes()).toBe(1);
    expect(changes('--skip', 'hosts-to-load-assignment')).toBe(0);
    expect(changes('--only', 'hosts-to-load-assignment,tls-context-to-transport-socket')).toBe(1);
    expect(changes('--only', 'tls-context-to-transport-socket')).toBe(0);
    expect(inFolder(['--list'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^hosts-to-load-assignment +\S/),
    });
  });

  it('shows no secret outside the migrated file itself', () => {
    const secret = LEGACY.replace(
      '  hosts:',
      '  tls_context:\n    common_tls_context:\n      tls_certificates:\n      - private_key: {inline_string: open-sesame}\n  hosts:',
    );
    folder.write('secret.yaml', secret);
    for (const format of ['diff', 'patch', 'json']) {
      expect(inFolder(['secret.yaml', '--format', format]).out).not.toContain('open-sesame');
    }
    // A patch moves the secret with its field and does not repeat it; a diff shows the lines.
    expect(inFolder(['secret.yaml', '--format', 'diff', '--show-secrets']).out).toContain('open-sesame');
    expect(inFolder(['secret.yaml', '--format', 'diff']).err).toMatch(
      /secrets are hidden, so this diff does not apply/,
    );
    expect(inFolder(['secret.yaml']).out).toContain('open-sesame');
  });
});
