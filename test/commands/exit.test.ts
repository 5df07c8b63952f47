import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/commands/exit.ts';
import { commandNames, loadCommand } from '../../src/commands/index.ts';
import { noPaint } from '../../src/present/text.ts';
import { BIN, CURRENT, cfgtool, IS_ROOT, LEGACY, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();

/** A line of bash that begins with the program. */
function run(line: string, env: { readonly [name: string]: string } = {}) {
  const { status, stderr } = spawnSync('bash', ['-c', `node "${BIN}" ${line}`], {
    encoding: 'utf8',
    env: plainEnvironment(env),
    input: '',
  });
  return { status, stderr };
}

/** What flags with a reader of their own refuse. */
const UNREADABLE: readonly (readonly [flag: string, value: string, message: string])[] = [
  ['release', '1.99', '--release 1.99 is newer than what cfgtool knows'],
  ['release', 'foo', '--release takes a release such as 1.36, not "foo"'],
  ['release', '1', '--release takes a release such as 1.36, not "1"'],
  ['output', '', '--output names no file'],
  ['jobs', 'x', '--jobs takes a whole number, not "x"'],
  ['jobs', '0', '--jobs takes a whole number from 1 up, not 0'],
  ['jobs', '257', '--jobs takes a whole number up to 256, not 257'],
  ['reload', '1.5', '--reload takes a whole number, not "1.5"'],
  ['reload', '0', '--reload takes a whole number from 1 up, not 0'],
];

describe('the command line', () => {
  it('answers --version before anything is loaded', () => {
    const { version, proxyRelease } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(cfgtool(['--version'])).toEqual({
      code: 0,
      out: `${version}, releases of the proxy up to ${proxyRelease}\n`,
      err: '',
    });
  });

  it('shows help: of all, of one command, in git’s order too', () => {
    expect(cfgtool([])).toMatchObject({ code: 0, err: '' });
    expect(cfgtool([]).out).toContain('To begin: cfgtool analyze FILE.');
    expect(cfgtool(['--help']).out).toMatch(/migrate .*deprecated/);
    expect(cfgtool(['migrate', '--help']).out).toMatch(/--check/);
    expect(cfgtool(['migrate', '--help']).out).toContain('[--write | --check]');
    expect(cfgtool(['migrate', '--help']).out).toContain('[--to v3 [--partial] [--keep-transport]]');
    expect(cfgtool(['analyze', '--help']).out).toContain('[--upgrade [--from RELEASE] [--to RELEASE]]');
    expect(cfgtool(['help', 'migrate']).out).toBe(cfgtool(['migrate', '--help']).out);
  });

  it.each([
    [['migrat', 'x.yaml'], /there is no command migrat\n.*did you mean cfgtool migrate\?/],
    [['frobnicate'], /there is no command frobnicate\n.*migrate/],
    [['--chekc', 'x.yaml'], /stands where a command should/],
    [['migrate', 'x.yaml', '--chekc'], /no flag --chekc\n.*did you mean --check\?/],
    [['migrate', 'x.yaml', '--format', 'xml'], /one of text, diff, patch, json/],
    [['migrate', 'x.yaml', '--only'], /--only needs a value/],
    [['migrate', 'x.yaml', '--format'], /--format needs a value, one of text, diff, patch/],
    [['migrate', 'x.yaml', '--type', 'a', '--type', 'b'], /--type may be given once only/],
    [['analyze', 'x.yaml', '--write-baseline'], /--write-baseline needs --baseline beside it/],
    [['analyze', 'x.yaml', '--dry-run'], /--dry-run needs --fix beside it/],
    [['analyze', 'x.yaml', '--fix', '--together'], /--fix and --together exclude each other/],
    [['analyze', 'x.yaml', '--fix', '--baseline', 'b.json'], /--fix and --baseline exclude each other/],
    [['migrate'], /no input is named/],
    [['migrate', 'x.yaml', '--write', '--check'], /--write and --check exclude each other/],
    [['migrate', 'x.yaml', '--only', 'hosts-to-load-asignment'], /did you mean hosts-to-load-assignment\?/],
    [['migrate', 'x.yaml', '--also', 'everything'], /there is no migration "everything"/],
    [['migrate', '-', '--write'], /standard input/],
    [['migrate', 'x.yaml', '--interactive'], /needs a terminal/],
    [['migrate', 'x.yaml', '--type', 'Clustr'], /no message: "Clustr"\n.*did you mean Cluster\?/],
    [['migrate', 'x.yaml', '--namespace', 'a.b'], /takes one word/],
    [['normalize'], /the argument INPUT is missing/],
    [['normalize', 'a.yaml', 'b.yaml'], /too much on the line: b.yaml/],
    [['completion', 'csh'], /"csh" is none of bash, zsh, fish/],
    [['expl'], /did you mean cfgtool explore or cfgtool explain\?/],
    [
      ['analyze', 'x.yaml', '--fail-on', 'never'],
      /--fail-on takes one of error, warning, info, none, not "never"/,
    ],
    [['analyze', 'x.yaml', '--rule', 'duplicate-d=off'], /did you mean duplicate-domain\?/],
    [['migrate', 'x.yaml', '--only', 'hosts'], /did you mean hosts-to-load-assignment\?/],
    [['migrate', 'x.yaml', '--format'], /--format needs a value, one of text, diff, patch, json, ndjson/],
    [['migrate', 'x.yaml', '--format', 'diff', '--format', 'text'], /--format may be given once only/],
    [['migrate', 'x.yaml', '--output', ''], /--output names no file/],
    [['migrate', 'x.yaml', '--write', '--check'], /cfgtool: --write and --check exclude each other/],
    [['analyze', 'x.yaml', '--fix', '--together'], /cfgtool: --fix and --together exclude each other/],
    [['analyze', 'x.yaml', '--fix', '--baseline', 'b'], /cfgtool: --fix and --baseline exclude each other/],
    [['analyze', 'x.yaml', '--dry-run'], /cfgtool: --dry-run needs --fix beside it/],
    [['analyze', 'x.yaml', '--dry-run', '--write-baseline'], /cfgtool: --dry-run needs --fix beside it/],
    [['completion', 'bash', 'zsh'], /too much on the line: zsh/],
    [['explain', ''], /nothing named "" to explain/],
    [['trace', 'x.yaml', 'http://a b/'], /"a b" is no host/],
    [['trace', 'x.yaml', 'http://a/', '--method', 'GE T'], /"GE T" is no method/],
    [['trace', 'x.yaml', 'http://a/', '--remote-address', 'here'], /"here" is no address of a client/],
    [['explain', 'shadowed'], /did you mean shadowed-route or shadowed-/],
    [['normalize', 'x.yaml', '--explain', '--format', 'json'], /JSON has none/],
  ])('%j is bad usage: 2, with a word of help', (args, message) => {
    const { code, out, err } = cfgtool(args);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('says of every flag that is read, not just taken, what it takes: one line, without words of the parser', async () => {
    const asked = new Set<string>();
    for (const name of commandNames) {
      const { flags } = await loadCommand(name);
      for (const [flag, value, message] of UNREADABLE) {
        if (!Object.hasOwn(flags, flag)) continue;
        asked.add(flag);
        const { code, out, err } = cfgtool([name, `--${flag}`, value]);
        const [first, second = '', ...more] = err.split('\n');
        expect({ name, code, out, first, more }).toEqual({
          name,
          code: 2,
          out: '',
          first: `cfgtool: ${message}`,
          more: second === '' ? [] : [''],
        });
        expect(second).toMatch(/^$|^hint: /);
      }
    }
    expect(asked).toEqual(new Set(UNREADABLE.map(([flag]) => flag)));
  });

  it('ends with 0, 1 under --check where something would change, and 2 for what cannot be read', () => {
    const legacy = folder.write('legacy.yaml', LEGACY);
    const current = folder.write('current.yaml', CURRENT);
    expect(cfgtool(['migrate', legacy])).toMatchObject({ code: 0 });
    expect(cfgtool(['migrate', legacy, '--check'])).toMatchObject({ code: 1 });
    expect(cfgtool(['migrate', current, '--check'])).toMatchObject({ code: 0, out: '' });
    expect(cfgtool(['migrate', legacy, 'missing.yaml', '--check'])).toMatchObject({ code: 2 });
  });

  it('is silent and content when nobody reads on', () => {
    const large = folder.write('large.yaml', CURRENT + CURRENT.slice(9).replace('shop', 'x').repeat(20_000));
    for (const pipe of ['head -1', 'true']) {
      const line = `node "${BIN}" migrate "${large}" | ${pipe}; echo "code \${PIPESTATUS[0]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', line], {
        encoding: 'utf8',
        env: plainEnvironment(),
      });
      expect(stderr).toBe('');
      expect(stdout).toMatch(/code 0\n$/);
    }
  });

  it('a reader who left changes no outcome: what was found is found', () => {
    const broken = folder.write('broken.yaml', CURRENT.replace('STATIC', 'STATICAL'));
    const legacy = folder.write('unread-legacy.yaml', LEGACY);
    const current = folder.write('unread-current.yaml', CURRENT);
    const unread = (line: string) => run(`${line} | true; exit "\${PIPESTATUS[0]}"`);
    expect(unread(`validate "${broken}"`)).toEqual({ status: 1, stderr: '' });
    expect(unread(`migrate --check "${legacy}"`)).toEqual({ status: 1, stderr: '' });
    expect(unread(`diff "${legacy}" "${current}"`)).toEqual({ status: 1, stderr: '' });
    expect(unread(`diff "${legacy}" "${legacy}"`)).toEqual({ status: 0, stderr: '' });
    // Lines that are written while inputs are read: nobody knows what the others hold.
    expect(unread(`analyze "${current}" "${legacy}" --format ndjson`)).toEqual({ status: 141, stderr: '' });
  });

  it
    .skipIf(process.platform !== 'linux')
    .each([
      'migrate FILE',
      'validate FILE',
      'validate FILE --format json',
      'diff FILE FILE',
      'analyze FILE --format ndjson',
      'explain Cluster',
      'schema Cluster',
      'completion bash',
      '--version',
      '-V',
      '--help',
      'diff --help',
      'help trace',
      '',
    ])('says so where standard output is on a full disk: %s', (line) => {
    const file = folder.write('full.yaml', CURRENT);
    const full = {
      status: 2,
      stderr: expect.stringMatching(/^<stdout>: not written: the disk is full\nhint: .*\n$/),
    };
    expect(run(`${line.replaceAll('FILE', `"${file}"`)} > /dev/full`)).toEqual(full);
    // Help that oclif prints, for a width of its own.
    expect(run(`${line.replaceAll('FILE', `"${file}"`)} > /dev/full`, { OCLIF_COLUMNS: '100' })).toEqual(
      full,
    );
  });

  it.each([
    'migrate FILE',
    'diff FILE FILE',
    'analyze FILE',
    'normalize FILE',
    'trace FILE http://shop.test/',
    'test FILE FILE',
    'validate FILE',
    'assemble FILE',
    'report merge FILE',
  ])('a run that waits for what never comes is a failure: %s', (line) => {
    const file = folder.write('never.yaml', CURRENT);
    const never = folder.write(
      'never.cjs',
      "const fs = require('fs'); for (const name of ['stat', 'readFile', 'realpath']) { fs[name] = () => {}; fs.promises[name] = () => new Promise(() => {}); }\n",
    );
    expect(
      run(line.replaceAll('FILE', `"${file}"`), {
        NODE_OPTIONS: `--require "${never}"`,
        CFGTOOL_CODE_CACHE: '0',
      }),
    ).toEqual({ status: 3, stderr: expect.stringContaining('it waits for something that never comes') });
  });

  it('a program of which a part is missing is a failure', () => {
    for (const part of ['package.json', 'bin/package.json', 'bin/run.js'])
      folder.write(`damaged/${part}`, readFileSync(part));
    const damaged = () =>
      spawnSync(process.execPath, [`${folder.path}/damaged/bin/run.js`, 'migrate'], { encoding: 'utf8' });
    const said = /^cfgtool: the program is not there as a whole\n {2}.*\nhint: install it again\n$/;
    expect(damaged()).toMatchObject({ status: 3, stderr: expect.stringMatching(said) });
    folder.write('damaged/dist/cli/start.cjs', readFileSync('dist/cli/start.cjs'));
    expect(damaged()).toMatchObject({ status: 3, stderr: expect.stringMatching(said) });
    expect(
      spawnSync(process.execPath, [`${folder.path}/damaged/bin/run.js`, '--version'], { encoding: 'utf8' }),
    ).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('inputs that cannot be read', () => {
  const problem = (content: string | Uint8Array, name = 'bad.yaml'): string => {
    const { code, out, err } = cfgtool(['migrate', folder.write(name, content)]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err;
  };

  it.each<[string, string | Uint8Array, RegExp]>([
    ['truncated YAML', 'clusters:\n- {name: a,', /bad\.yaml:2:\d+: this is not YAML/],
    ['tabs', 'clusters:\n\t- name: a\n', /bad\.yaml:2:\d+: .*\n(.*\n)*hint: indent with spaces/],
    ['NUL', 'name: a\0b\n', /bad\.yaml:1:8: the text holds a NUL byte/],
    ['invalid UTF-8', Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]), /bad\.yaml:1:4: this is not UTF-8/],
    ['UTF-16', Buffer.from('\uFEFFname: a\n', 'utf16le'), /UTF-16/],
    ['nothing', '', /holds no document/],
    ['comments', '# nothing\n', /holds no document/],
    ['nesting', `a: ${'['.repeat(1000)}`, /nest more than/],
    ['something else', 'fruits: [apple]\n', /no .*configuration/],
  ])('%s', (_name, content, message) => {
    expect(problem(content)).toMatch(message);
  });

  it('a missing file, with the one that was meant', () => {
    folder.write('conf/front.yaml', CURRENT);
    const { code, err } = cfgtool(['migrate', 'conf/fornt.yaml'], { cwd: folder.path });
    expect(code).toBe(2);
    expect(err).toBe(
      'conf/fornt.yaml: there is no such file or directory\nhint: did you mean conf/front.yaml?\n',
    );
  });

  it('a directory without configurations', () => {
    mkdirSync(`${folder.path}/empty`, { recursive: true });
    expect(cfgtool(['migrate', 'empty'], { cwd: folder.path })).toMatchObject({ code: 2, out: '' });
    folder.write('others/a.yaml', 'fruits: [apple]\n');
    const { code, err } = cfgtool(['migrate', 'others'], { cwd: folder.path });
    expect(err).toMatch(/skipped others\/a\.yaml.*\n.*the one file found there is no configuration/);
    expect(code).toBe(2);
  });

  it.skipIf(IS_ROOT)('a file that may not be read', () => {
    const file = folder.write('private.yaml', CURRENT);
    chmodSync(file, 0o000);
    expect(cfgtool(['migrate', file])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/not permitted/),
    });
  });

  it('cannot steer the terminal through a message', () => {
    const said = problem('a: "\u001b[2J\u202e\n', 'bad\u001b[31m.yaml');
    expect(said).not.toContain('\u001b');
    expect(said).not.toContain('\u202e');
  });

  it('does not stop the others', () => {
    folder.write('mixed/a.yaml', 'a: [');
    folder.write('mixed/b.yaml', LEGACY);
    const { code, out, err } = cfgtool(['migrate', 'mixed'], { cwd: folder.path });
    expect(err).toMatch(/mixed\/a\.yaml:1:\d+/);
    expect(out).toMatch(/mixed\/b\.yaml: 1 change/);
    expect(code).toBe(2);
  });
});

describe('colours', () => {
  const painted = (args: readonly string[], env: { readonly [name: string]: string } = {}): boolean =>
    cfgtool([...args, 'missing.yaml'], { env }).err.includes('\u001b[');

  it('are for terminals, unless a variable or a flag says otherwise', () => {
    expect(painted(['migrate'])).toBe(false);
    expect(painted(['migrate'], { FORCE_COLOR: '1' })).toBe(true);
    expect(painted(['migrate'], { FORCE_COLOR: '0' })).toBe(false);
    expect(painted(['migrate', '--color'])).toBe(true);
    expect(painted(['--color', 'migrate'])).toBe(true);
    expect(painted(['migrate', '--no-color'], { FORCE_COLOR: '1' })).toBe(false);
    expect(painted(['migrate'], { NO_COLOR: '1' })).toBe(false);
    expect(painted(['migrate', '--color'], { NO_COLOR: '1' })).toBe(true);
  });

  it('never reach a result that is not for a terminal', () => {
    const file = folder.write('plain.yaml', LEGACY);
    expect(cfgtool(['migrate', file, '--format', 'diff']).out).not.toContain('\u001b');
    expect(cfgtool(['migrate', file, '--format', 'diff'], { env: { FORCE_COLOR: '1' } }).out).toContain(
      '\u001b[32m+',
    );
  });
});

describe('bugs', () => {
  const context = { version: '1.2.3', paint: noPaint, debug: false };

  it('end with 3 and how to report them, without a stack unless it is asked for', () => {
    const { code, message } = failureOf(new TypeError('x is undefined\u001b'), context);
    expect(code).toBe(3);
    expect(message).toMatch(/this is a bug in cfgtool/);
    expect(message).toMatch(/TypeError: x is undefined\\u001b\n {2}cfgtool 1\.2\.3, node v/);
    expect(message).toMatch(/please report/);
    expect(message).not.toMatch(/exit\.test/);
    expect(failureOf(new TypeError('x'), { ...context, debug: true }).message).toMatch(/exit\.test/);
  });
});
