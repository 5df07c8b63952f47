/** What `src/effects` calls without effect, tried with a real proxy: the same requests with the field and without. */
import { request } from 'node:http';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { openConfiguration } from '../../src/model/index.ts';
import { startEcho } from '../../src/proxy/edge/echo.ts';
import { prepareProxy, startProgram } from '../../src/proxy/edge/program.ts';
import { anyOf, type Plain, PROXY_WORD } from '../../src/proxy/plain.ts';
import { MANAGER_TYPE } from '../../src/proxy/runnable/manager.ts';
import { sourceFile } from '../../src/source/load.ts';
import { type Experiment, experiments, type Parts } from './effects.ts';

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
      const [set, unset] = [await observe(program, parts.set), await observe(program, parts.unset)];
      figures.requests += 2 * REQUESTS;
      const isSame = JSON.stringify(set.seen) === JSON.stringify(unset.seen);
      if (set.isClaimed(experiment) !== isIdle) wrong(isIdle ? 'the tool does not say so' : 'called idle');
      if (isSame !== isIdle) wrong(isIdle ? 'the proxy differs' : 'the experiment shows no difference');
    }
  }
}

interface Observed {
  readonly seen: readonly unknown[];
  isClaimed(experiment: Experiment): boolean;
}

/** Runs a configuration, and says what became of the requests. */
async function observe(path: string, parts: Parts): Promise<Observed> {
  const echo = await startEcho(['c', 'd']);
  const program = await prepareProxy(path);
  try {
    const bootstrap = bootstrapOf(parts, echo.ports);
    const { admin } = await startProgram(program, path, bootstrap);
    const listeners = await (await fetch(`http://${admin}/listeners`)).text();
    const port = Number(/^l::127\.0\.0\.1:(\d+)/m.exec(listeners)?.[1]);
    const seen: unknown[] = [];
    for (let at = 0; at < REQUESTS; at++) {
      const status = await send(port, at);
      const arrived = echo.take('').map(({ cluster, path: target, headers }) => {
        const kept = headers.filter(([name]) => /^(?:host|x-a|x-envoy-attempt-count)$/.test(name));
        return [cluster, target, kept];
      });
      seen.push([status, arrived]);
    }
    return { seen, isClaimed: ({ entry }) => isClaimed(JSON.stringify(bootstrap), entry) };
  } finally {
    await program.stop();
    await echo.stop();
  }
}

function send(port: number, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'front.test', 'x-u': `${at}`, 'x-envoy-force-trace': '0' };
    const sent = request({ host: '127.0.0.1', port, path: at % 2 === 0 ? '/ab' : '/AB', headers });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
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
  { route, host: own = {}, cluster = {}, endpoint = {} }: Parts,
  ports: ReadonlyMap<string, number>,
): Plain {
  const address = (port: number): Plain => ({ socket_address: { address: '127.0.0.1', port_value: port } });
  const clusters = [...ports].map(([name, port]) => {
    const metadata = { filter_metadata: { [`${PROXY_WORD}.lb`]: { v: name } } };
    const host = { endpoint: { address: address(port), ...endpoint }, metadata };
    const assignment = { cluster_name: name, endpoints: [{ lb_endpoints: [host] }] };
    return { name, type: 'STATIC', connect_timeout: '1s', load_assignment: assignment, ...cluster };
  });
  const manager = anyOf(PROXY_WORD, MANAGER_TYPE, {
    stat_prefix: 'x',
    route_config: { name: 'r', virtual_hosts: [{ name: 'v', domains: ['*'], routes: [route], ...own }] },
    http_filters: [
      { name: 'r', typed_config: anyOf(PROXY_WORD, 'extensions.filters.http.router.v3.Router') },
    ],
  });
  const filters = [{ name: 'h', typed_config: manager }];
  const listener = { name: 'l', address: address(0), filter_chains: [{ filters }] };
  const admin = { address: address(0) };
  return { admin, static_resources: { listeners: [listener], clusters } };
}
