/** What `src/effects` calls without effect, tried with a real proxy: the same requests with the field and without. */
import { request } from 'node:http';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { diff } from '../../src/library/diff.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { ProxyError, portsOf, prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import { anyOf, type Plain, PROXY_NAMESPACE } from '../../src/proxy/plain.ts';
import { MANAGER_TYPE } from '../../src/proxy/runnable/manager.ts';
import { sourceFile } from '../../src/source/load.ts';
import { experiments, type Parts } from './effects.ts';

export interface EffectFigures {
  experiments: number;
  requests: number;
  readonly wrong: { readonly entry: string; readonly what: string }[];
}

export function noEffects(): EffectFigures {
  return { experiments: 0, requests: 0, wrong: [] };
}

const REQUESTS = 12;

export async function tryEffects(program: string, figures: EffectFigures): Promise<void> {
  for (const experiment of experiments) {
    figures.experiments++;
    const { entry, idle, effective } = experiment;
    const wrong = (what: string): void => void figures.wrong.push({ entry, what });
    for (const [parts, isIdle] of [
      [idle, true],
      [effective, false],
    ] as const) {
      if (parts === undefined) continue;
      const [set, unset] = [await tried(program, parts.set), await tried(program, parts.unset)];
      if (set instanceof ProxyError || unset instanceof ProxyError) {
        wrong(`refused: ${set instanceof ProxyError ? set.message : String(unset)}`);
        continue;
      }
      figures.requests += 2 * REQUESTS;
      const isSame = JSON.stringify(set.seen) === JSON.stringify(unset.seen);
      const isSaid = experiment.isUsual === true ? isIdle : isClaimed(set.text, entry);
      if (isSaid !== isIdle) wrong(isIdle ? 'the tool does not say so' : 'called idle');
      // Both ran on ports of their own.
      const { equal } = diff(set.text, withPortsOf(unset.text, set.text), { api: 'v3' });
      if (equal !== isIdle) wrong(isIdle ? 'diff counts it' : 'diff calls both equal');
      if (isSame !== isIdle) wrong(isIdle ? 'the proxy differs' : 'the experiment shows no difference');
    }
  }
}

/** What was seen; why the program does not take the configuration otherwise. */
async function tried(program: string, parts: Parts): Promise<Observed | ProxyError> {
  try {
    return await observe(program, parts);
  } catch (error) {
    if (error instanceof ProxyError) return error;
    throw error;
  }
}

interface Observed {
  readonly seen: readonly unknown[];
  /** The bootstrap that ran. */
  readonly text: string;
}

/** Runs a configuration, and says what became of the requests. */
async function observe(path: string, parts: Parts): Promise<Observed> {
  const echo = await startEcho(['c', 'd']);
  const program = await prepareProxy(path);
  try {
    const bootstrap = bootstrapOf(parts, echo.ports);
    const { admin } = await startProgram(program, path, bootstrap);
    const port = (await portsOf(admin)).get('l') ?? 0;
    const seen: unknown[] = [];
    for (let at = 0; at < REQUESTS; at++) {
      const answer = await send(port, at);
      const arrived = echo.take('').map(({ cluster, path: target, headers }) => {
        const kept = headers.filter(([name]) => /^(?:host|x-a|x-u|x-envoy-attempt-count)$/.test(name));
        return [cluster, target, kept];
      });
      seen.push([answer, arrived]);
    }
    // Which of two hosts is the first is up to the proxy: of these it counts how many did what.
    const shown =
      parts.besideDead === true ? seen.map((each) => JSON.stringify(each).slice(0, 5)).sort() : seen;
    return { seen: shown, text: JSON.stringify(bootstrap) };
  } finally {
    await program.stop();
    await echo.stop();
  }
}

/** The text with the ports of another one, in their order. */
function withPortsOf(text: string, other: string): string {
  const ports = other.match(PORT) ?? [];
  let at = 0;
  return text.replace(PORT, (port) => ports[at++] ?? port);
}

const PORT = /"port_value":\d+/g;

function send(port: number, at: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'front.test', 'x-u': `${at}`, origin: 'http://o.test' };
    const sent = request({ host: '127.0.0.1', port, path: at % 2 === 0 ? '/ab' : '/AB', headers });
    sent.on('response', (response) => {
      response.resume();
      const allowed = response.headers['access-control-allow-origin'] ?? '';
      response.on('end', () => resolve(`${response.statusCode} ${allowed}`));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Whether the tool calls the field of an entry without effect in a configuration. */
function isClaimed(text: string, entry: string): boolean {
  const opened = openConfiguration(sourceFile('effects.json', text, 'named'), { api: 'v3' });
  const levels = new Map<string, never>();
  const { findings } = analyze(subjectOf([opened]), { rules: analysisRules, levels, known: ruleIds });
  const field = entry.slice(entry.lastIndexOf('.') + 1);
  return findings.some(({ rule, message }) => rule === 'ignored-field' && message.startsWith(`${field} of`));
}

function bootstrapOf(
  {
    route,
    host: own = {},
    cluster = {},
    endpoint = {},
    assignment: more = {},
    filters: http = [],
    ...rest
  }: Parts,
  ports: ReadonlyMap<string, number>,
): Plain {
  const address = (port: number): Plain => ({ socket_address: { address: '127.0.0.1', port_value: port } });
  const clusters = [...ports].map(([name, port]) => {
    const metadata = { filter_metadata: { [`${PROXY_NAMESPACE}.lb`]: { v: name } } };
    const host = { endpoint: { address: address(port), ...endpoint }, metadata };
    const dead = { endpoint: { address: address(1) } };
    const hosts = rest.besideDead === true ? [host, dead] : [host];
    const assignment = {
      cluster_name: name,
      endpoints: [{ lb_endpoints: hosts, ...rest.locality }],
      ...more,
    };
    return { name, type: 'STATIC', connect_timeout: '1s', load_assignment: assignment, ...cluster };
  });
  const manager = anyOf(PROXY_NAMESPACE, MANAGER_TYPE, {
    stat_prefix: 'x',
    route_config: { name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [route], ...own }] },
    http_filters: [
      ...http,
      { name: 'r', typed_config: anyOf(PROXY_NAMESPACE, 'extensions.filters.http.router.v3.Router') },
    ],
  });
  const filters = [{ name: 'h', typed_config: manager }];
  const listener = { name: 'l', address: address(0), filter_chains: [{ filters }] };
  const admin = { address: address(0) };
  return { admin, static_resources: { listeners: [listener], clusters } };
}
