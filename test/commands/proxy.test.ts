import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { PROXY } from '../proxy/program.ts';
import { BIN, cfgtool, plainEnvironment, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const OUTSIDE = ['--remote-address', '192.0.2.7'];
const valid = (name: string) =>
  new Ajv2020({ strict: false }).compile(
    JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, 'utf8')),
  );

const MANAGER =
  'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';
const INSPECTOR = 'type.googleapis.com/envoy.extensions.filters.listener.tls_inspector.v3.TlsInspector';
const TLS = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext';

function chain(match: string, name: string, tls = false): string {
  return `
      - filter_chain_match: ${match}
        filters:
        - name: http
          typed_config:
            "@type": ${MANAGER}
            stat_prefix: ${name}
            http_filters: [{name: envoy.filters.http.router}]
            route_config:
              name: ${name}
              virtual_hosts:
              - {name: ${name}, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: ${name}}}]}
        ${tls ? `transport_socket: {name: tls, typed_config: {"@type": ${TLS}, common_tls_context: {tls_certificates: [{certificate_chain: {filename: /nowhere}}]}}}` : ''}`;
}

const LISTENERS = `
static_resources:
  clusters:
  - {name: one, type: STRICT_DNS, load_assignment: {cluster_name: one, endpoints: [{lb_endpoints: [{endpoint: {address: {socket_address: {address: one.test, port_value: 80}}}}]}]}}
  - {name: two, type: STATIC}
  - {name: three, type: STATIC}
  listeners:
  - name: front
    address: {socket_address: {address: 192.0.2.1, port_value: 443}}
    listener_filters: [{name: tls, typed_config: {"@type": ${INSPECTOR}}}]
    filter_chains:${chain('{server_names: [one.test]}', 'one', true)}${chain('{server_names: ["*.two.test"]}', 'two', true)}${chain('{source_prefix_ranges: [{address_prefix: 10.0.0.0, prefix_len: 8}], transport_protocol: raw_buffer}', 'three')}
`;

const json = (command: string, ...args: readonly string[]) => {
  const { code, out, err } = cfgtool([command, ...args, '--format', 'json', '--proxy', PROXY ?? '']);
  expect(err).toBe('');
  const report = JSON.parse(out);
  const check = valid(command);
  expect(check(report), JSON.stringify(check.errors)).toBe(true);
  return { code, report };
};

describe.skipIf(PROXY === undefined)('--proxy', () => {
  it('goes through listeners and filter chains: by server name, by address, closed where none takes it', () => {
    const path = folder.write('listeners.yaml', LISTENERS);
    const at = (...args: readonly string[]) => {
      const { code, report } = json('trace', path, ...args);
      expect([code, report.proxy.verdict]).toEqual([0, 'same']);
      return report.proxy.seen.cluster ?? report.proxy.seen.kind;
    };
    expect(at('https://one.test/a', ...OUTSIDE)).toBe('one');
    expect(at('https://a.two.test/a', ...OUTSIDE)).toBe('two');
    expect(at('https://else.test/a', ...OUTSIDE)).toBe('closed');
    expect(at('http://one.test/', '--remote-address', '10.1.2.3')).toBe('three');
    expect(at('http://one.test/', ...OUTSIDE)).toBe('closed');
  });

  it('knows that nothing looks for server names without a tls_inspector', () => {
    const path = folder.write('blind.yaml', LISTENERS.replace(/ *listener_filters.*\n/, ''));
    const { code, report } = json('trace', path, 'https://one.test/a', ...OUTSIDE);
    expect([code, report.proxy.verdict, report.outcome.kind]).toEqual([0, 'same', 'closed']);
  });

  it('says what did not run, and calls nothing the same without it', () => {
    const path = folder.write(
      'filters.yaml',
      LISTENERS.replaceAll('http_filters: [', '$&{name: ext_proc}, '),
    );
    const { code, out } = cfgtool(['trace', path, 'https://one.test/a', ...OUTSIDE, '--proxy', PROXY ?? '']);
    expect(code).toBe(0);
    expect(out).toContain(
      'real proxy    sent it to cluster "one": GET /a, host one.test\n              not compared: HTTP filters: ext_proc did not run',
    );
    expect(out).toContain('left out      HTTP filters: ext_proc\n              certificates: one is made up');
  });

  it('asks about tests too', () => {
    const routes = folder.write(
      'routes.yaml',
      'virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {prefix: /a}, route: {cluster: a, prefix_rewrite: /b, max_stream_duration: {}}}]}]',
    );
    const tests = folder.write(
      'tests.yaml',
      'tests: [{test_name: one, input: {authority: h, path: /a/1, method: GET}, validate: {path_rewrite: /b/1}}]',
    );
    const { code, report } = json('test', routes, tests);
    expect(code).toBe(0);
    expect(report.tests[0].proxy).toMatchObject({ verdict: 'same', seen: { received: [{ path: '/b/1' }] } });
    const { out } = cfgtool(['test', routes, tests, '--proxy', PROXY ?? '']);
    expect(out).toContain('real proxy    1 as the model says, 0 different, 0 not compared');
  });

  it('says what the proxy refuses', () => {
    const path = folder.write(
      'refused.yaml',
      'virtual_hosts: [{name: v, domains: ["*"], routes: [{match: {safe_regex: {regex: "("}}, route: {cluster: a, max_stream_duration: {}}}]}]',
    );
    const { code, out, err } = cfgtool(['trace', path, 'http://h/', '--proxy', PROXY ?? '']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('cfgtool: --proxy: missing ): (');
  });
});

describe.skipIf(process.platform !== 'linux')('a program that is asked is not left behind', () => {
  const SLEEPS = "#!/bin/sh\ntrap '' HUP\ntouch began\nexec sleep 600\n";
  /** Runs until the guard's folder holds as many files, then sends the signal; in a folder for temporary files of its own. */
  const endedBy = async (signal: NodeJS.Signals, files: number, program: string, first = '') => {
    const own = mkdtempSync(`${folder.path}/own-`);
    const path = folder.write('listeners.yaml', LISTENERS);
    const { PATH, ...environment } = plainEnvironment();
    const child = spawn(process.execPath, [BIN, 'trace', path, 'https://one.test/', '--proxy', program], {
      env: { ...environment, PATH: `${first}:${PATH}`, TMPDIR: own },
      stdio: 'ignore',
      detached: true,
    });
    await until(() => readdirSync(own).some((name) => readdirSync(`${own}/${name}`).length >= files));
    process.kill(signal === 'SIGKILL' ? (child.pid ?? 0) : -(child.pid ?? 0), signal);
    await until(() => readdirSync(own).length === 0);
    await until(() => programsIn(own) === 0);
  };
  const written = (name: string, content: string) => {
    const path = folder.write(name, content);
    chmodSync(path, 0o755);
    return path;
  };

  it('where it is killed before it knows the folder', async () => {
    const slow = written(
      'slow/mktemp',
      '#!/bin/sh\nPATH=$(echo "$PATH" | cut -d: -f2-) mktemp "$@"\nsleep 1\n',
    );
    await endedBy('SIGKILL', 0, written('sleeps', SLEEPS), dirname(slow));
  });

  it('where it is killed while the program runs', () => endedBy('SIGKILL', 2, written('sleeps', SLEEPS)));

  it('where the terminal of both closes', () => endedBy('SIGHUP', 2, written('sleeps', SLEEPS)));

  it.skipIf(PROXY === undefined)('where the program is the real proxy', () =>
    endedBy('SIGKILL', 2, PROXY ?? ''),
  );
});

it('says that a program is not there, for version 2 too, which is lifted for it', () => {
  const path = folder.write('listeners.yaml', LISTENERS);
  const gone = cfgtool(['trace', path, 'https://one.test/', '--proxy', '/nowhere/proxy']);
  expect([gone.code, gone.err]).toEqual([2, 'cfgtool: --proxy: /nowhere/proxy cannot be run\n']);
  const older = cfgtool(['trace', 'examples/routes.yaml', 'http://h/', '--proxy', '/nowhere/proxy']);
  expect(older.code).toBe(2);
  expect(older.err).toContain('is of version 2, and cannot be lifted to version 3');
});

it.skipIf(PROXY === undefined)(
  'version 2 is lifted for the proxy; what cannot be lifted without another meaning is told',
  () => {
    const older = (...routes: readonly object[]) =>
      JSON.stringify({ name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], routes }] });
    const cart = { match: { prefix: '/cart' }, route: { cluster: 'cart', prefix_rewrite: '/basket' } };
    const path = folder.write('older.json', older(cart));
    const same = json('trace', path, 'http://h/cart/1', '--api', 'v2');
    expect([same.code, same.report.proxy.verdict, same.report.proxy.seen.cluster]).toEqual([
      0,
      'same',
      'cart',
    ]);
    // Version 2 compares a prefix with the query, today's releases do not (fact 69).
    const query = folder.write(
      'query.json',
      older({ match: { prefix: '/s?a' }, route: { cluster: 's' } }, cart),
    );
    const refused = cfgtool(['trace', query, 'http://h/s?a', '--api', 'v2', '--proxy', PROXY ?? '']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('cannot be lifted to version 3');
  },
);

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 6000 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}

/** How many programs run in a folder, which may be gone. */
function programsIn(folder: string): number {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readlinkSync(`/proc/${name}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  }).length;
}
