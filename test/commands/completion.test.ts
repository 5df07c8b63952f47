/** Completion as the shells ask for it; `npm test` builds the program first. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { ruleIds } from '../../src/analyze/index.ts';
import { completionScripts } from '../../src/commands/completion.ts';
import { commandNames } from '../../src/commands/index.ts';
import { cfgtool, plainEnvironment, temporaryFolder } from './run.ts';
import { isInstalled, openShell, programFolder } from './shell.ts';

const folder = temporaryFolder();

/** Names that would do harm where a shell took them for more than text. */
const HOSTILE = [
  'plain',
  'two words',
  '$(touch harm)',
  '`touch harm`',
  '; touch harm #',
  '"quoted" & \'quoted\'',
  'back\\slash',
  '!! {a,b} * ~ ?',
];

beforeAll(() => {
  folder.write(
    'front.yaml',
    `static_resources:
  clusters: [{ name: cart }, { name: shop front }]
  listeners:
  - name: public
    address: { socket_address: { address: 127.0.0.1, port_value: 80 } }
    filter_chains:
    - filters:
      - name: proxy.http_connection_manager
        config:
          stat_prefix: public
          route_config:
            name: routes
            virtual_hosts:
            - name: shop
              domains: [shop.test, 'www.shop.test:8080', '*.shop.test']
              routes:
              - { match: { prefix: /cart }, route: { cluster: cart } }
              - { match: { path: /health }, route: { cluster: shop front } }
`,
  );
  folder.write(
    'hostile.yaml',
    JSON.stringify({
      route_configs: [...HOSTILE, 'steers \u001b[2J', 'two\nlines', 'hidden \u202e'].map((name) => ({
        name,
        virtual_hosts: [],
      })),
    }),
  );
  const any = (
    port: number,
    route: string,
  ) => `- address: { socket_address: { address: 0.0.0.0, port_value: ${port} } }
  filter_chains:
  - filters:
    - name: proxy.http_connection_manager
      config: { stat_prefix: a, route_config: { virtual_hosts: [{ name: all, domains: ['*'], routes: [${route}] }] } }
`;
  const route = '{ match: { prefix: / }, route: { cluster: cart } }';
  folder.write('any.yaml', any(80, route) + any(8080, route));
  folder.write('broken.yaml', 'clusters: [\n');
  programFolder(folder.path);
});

const environment = () => {
  const { PATH } = process.env;
  return plainEnvironment({ PATH: `${join(folder.path, 'bin')}:${PATH}` });
};

/** What bash is offered at the end of a line. */
function byBash(line: string): string[] {
  const script = `eval "$(cfgtool completion bash)"
COMP_LINE=$1 COMP_POINT=\${#1} COMP_WORDS=($2) COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_cfgtool cfgtool "\${COMP_WORDS[COMP_CWORD]}" ''
(( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}"
exit 0`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', line, 'cfgtool x'], {
    cwd: folder.path,
    env: environment(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').slice(0, -1);
}

describe('bash', () => {
  test('commands', () => {
    expect(byBash('cfgtool ').toSorted()).toEqual([...commandNames, 'lint', 'help'].toSorted());
    expect(byBash('cfgtool mi')).toEqual(['migrate']);
    expect(byBash('cfgtool help no')).toEqual(['normalize']);
    expect(byBash('cfgtool --')).toEqual(['--help', '--version', '--color', '--no-color']);
  });

  test('flags, each once unless it may be repeated', () => {
    expect(byBash('cfgtool analyze --f')).toEqual(['--format', '--fail-on', '--from', '--fix', '--follow']);
    expect(byBash('cfgtool lint --format text --f')).toEqual(['--fail-on', '--from', '--fix', '--follow']);
    expect(byBash('cfgtool analyze --rule one-of=off --ru')).toEqual(['--rule']);
    expect(byBash('cfgtool diff --no-')).toEqual(['--no-pager', '--no-color']);
    expect(byBash('cfgtool diff -- --f')).toEqual([]);
  });

  test('values of flags', () => {
    expect(byBash('cfgtool analyze --format s')).toEqual(['sarif']);
    expect(byBash('cfgtool normalize --format=')).toEqual(['yaml', 'json']);
    expect(byBash('cfgtool analyze --fail-on ')).toEqual(['error', 'warning', 'info', 'none']);
    expect(byBash('cfgtool trace x --method P')).toEqual(['POST', 'PUT', 'PATCH']);
    expect(byBash('cfgtool completion ')).toEqual(['bash', 'zsh', 'fish']);
  });

  test('what may follow, and what may not', () => {
    expect(byBash('cfgtool report ')).toEqual(['merge']);
    expect(byBash('cfgtool report merge a.json ')).toEqual([]);
    expect(byBash('cfgtool normalize a.yaml ')).toContain('--explain');
  });

  test('rules with their levels', () => {
    expect(byBash('cfgtool analyze --rule ')).toEqual(ruleIds.map((id) => `${id}=`));
    expect(byBash('cfgtool analyze --rule shadowed-r')).toEqual(['shadowed-route=']);
    expect(byBash('cfgtool analyze --rule shadowed-route=w')).toEqual(['warning']);
    expect(byBash('cfgtool analyze --rule=shadowed-route=')).toEqual(['off', 'info', 'warning', 'error']);
  });

  test.each(['only', 'skip', 'also'])('migrations of --%s, several with commas', (flag) => {
    expect(byBash(`cfgtool migrate --${flag} `)).toEqual(migrations.map(({ id }) => id));
    expect(byBash(`cfgtool migrate --${flag} hosts-to-load-assignment,host`)).toEqual([]);
    expect(byBash(`cfgtool migrate --${flag} regex-to-safe-regex,hosts`)).toEqual([
      'regex-to-safe-regex,hosts-to-load-assignment',
    ]);
  });

  test('messages, and fields behind their message', () => {
    expect(byBash('cfgtool schema VirtualH')).toEqual(['VirtualHost']);
    expect(byBash('cfgtool analyze x --type core.Nod')).toEqual(['core.Node']);
    expect(byBash('cfgtool explain Cluster.hos')).toEqual(['Cluster.hosts']);
    expect(byBash('cfgtool explain route.VirtualHost.dom')).toEqual(['route.VirtualHost.domains']);
    expect(byBash('cfgtool explain hosts-')).toEqual(['hosts-to-load-assignment']);
    expect(byBash('cfgtool explain host-h')).toEqual(['host-header']);
  });

  test('names out of the file on the line', () => {
    expect(byBash('cfgtool trace front.yaml --route-config ')).toEqual(['routes']);
    expect(byBash('cfgtool trace front.yaml --listener p')).toEqual(['public']);
    expect(byBash('cfgtool trace front.yaml --service-cluster s')).toEqual(['shop\\ front']);
    expect(byBash('cfgtool test front.yaml --route-config=r')).toEqual(['routes']);
    expect(byBash('cfgtool trace any.yaml ')).toEqual(['http://localhost/', 'http://localhost:8080/']);
    // Bash replaces what stands behind the last colon.
    expect(byBash('cfgtool trace front.yaml ')).toEqual([
      'http://shop.test/',
      'http://www.shop.test:8080/',
      'http://www.shop.test/',
    ]);
    expect(byBash('cfgtool trace front.yaml http:')).toEqual([
      '//shop.test/',
      '//www.shop.test:8080/',
      '//www.shop.test/',
    ]);
    expect(byBash('cfgtool trace front.yaml http://shop.test/')).toEqual([
      '//shop.test/cart',
      '//shop.test/health',
    ]);
    expect(byBash('cfgtool trace front.yaml s')).toEqual(['shop.test/']);
    expect(byBash('cfgtool trace front.yaml POST shop.test/')).toEqual([
      'shop.test/cart',
      'shop.test/health',
    ]);
    expect(byBash('cfgtool trace front.yaml http://a.shop.test/c')).toEqual(['//a.shop.test/cart']);
  });

  test.each(['broken.yaml', 'absent.yaml', '.', '-', '/dev/zero', 'HEAD:front.yaml'])(
    'silence about %s',
    (input) => expect(byBash(`cfgtool trace ${input} --route-config `)).toEqual([]),
  );

  test('names that a shell would run are text, however the word begins', () => {
    const begin = 'cfgtool trace hostile.yaml --route-config ';
    for (const [open, close] of [
      ['', ''],
      ["'", "'"],
      ['"', '"'],
    ] as const) {
      const offered = byBash(`${begin}${open}`).map((namespace) => `${open}${namespace}${close}`);
      const { stdout } = spawnSync('bash', ['--norc'], {
        cwd: folder.path,
        input: `printf '%s\\n' ${offered.join(' ')}\n`,
        encoding: 'utf8',
      });
      expect(stdout.split('\n').slice(0, -1)).toEqual(HOSTILE);
    }
    expect(existsSync(join(folder.path, 'harm'))).toBe(false);
  });

  test('a name that would steer the terminal is left out', () => {
    const { out, err, code } = cfgtool(
      ['completion', 'zsh', '--answer', '--', 'cfgtool', 'trace', 'hostile.yaml', '--route-config', ''],
      { cwd: folder.path },
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
    expect(out).toBe(`words\n${HOSTILE.map((name) => `${name}\t\n`).join('')}`);
  });
});

test.each([
  ['bash', 'bash --norc --noprofile -n'],
  ['zsh', 'zsh -f -n'],
  ['fish', 'fish --no-config -n'],
] as const)('%s can read its script', (shell, check) => {
  const [program = '', ...args] = check.split(' ');
  if (!isInstalled(program)) return;
  const file = folder.write(`script.${shell}`, completionScripts[shell]);
  const { status, stderr } = spawnSync(program, [...args, file], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

/** Each shell as a person starts it, with completion loaded in the way that help names. */
const SHELLS = [
  ['bash', 'bash --norc --noprofile', 'PS1="> "; eval "$(cfgtool completion bash)"'],
  ['zsh', 'zsh -f', 'PS1="> "; autoload -Uz compinit; compinit -u -D; eval "$(cfgtool completion zsh)"'],
  ['fish', 'fish --no-config', 'function fish_prompt; echo "> "; end; cfgtool completion fish | source'],
] as const;

describe.each(SHELLS)('%s, with keys pressed', (shell, start, setUp) => {
  const isHere = isInstalled('tmux') && isInstalled(shell);

  test.runIf(isHere)('a command, a flag, a name that would do harm', async () => {
    const terminal = openShell(start, folder.path, {
      PATH: `${join(folder.path, 'bin')}:${process.env.PATH}`,
      HOME: folder.path,
    });
    try {
      terminal.press(`${setUp}; echo re''ady`, 'Enter');
      await terminal.screen((text) => /^ready/m.test(text));
      const argumentsFile = join(folder.path, 'arguments.txt');
      rmSync(argumentsFile, { force: true });
      terminal.press('cfgtool norm', 'Tab');
      await terminal.screen((text) => text.includes('normalize'));
      terminal.press('front.yaml --only-w', 'Tab');
      await terminal.screen((text) => text.includes('--only-written'));
      terminal.press('Enter', 'echo fi""rst', 'Enter');
      await terminal.screen((text) => /^first/m.test(text));
      expect(readFileSync(argumentsFile, 'utf8')).toBe('normalize\nfront.yaml\n--only-written\n');

      terminal.press("cfgtool trace hostile.yaml --route-config '$(t", 'Tab');
      await terminal.screen((text) => text.includes('harm)'));
      terminal.press('Enter', 'echo sec""ond', 'Enter');
      await terminal.screen((text) => /^second/m.test(text));
      expect(readFileSync(argumentsFile, 'utf8')).toBe(
        'trace\nhostile.yaml\n--route-config\n$(touch harm)\n',
      );

      terminal.press("cfgtool trace 'hostile.yaml' --route-config \\`", 'Tab');
      await terminal.screen((text) => (text.match(/harm/g) ?? []).length > 1);
      terminal.press('Enter', 'echo th""ird', 'Enter');
      await terminal.screen((text) => /^third/m.test(text));
      expect(readFileSync(argumentsFile, 'utf8')).toBe('trace\nhostile.yaml\n--route-config\n`touch harm`\n');
      expect(existsSync(join(folder.path, 'harm'))).toBe(false);
    } finally {
      terminal.close();
    }
  });
});
