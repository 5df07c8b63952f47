/** What it costs to start: short runs beside an empty program, as whole processes. `--node PATH` takes another node. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, type Row } from './measure.ts';

const ROUNDS = 25;
/** Two each, in case the code cache of the first is not written before the second begins. */
const WARM_UP = 2;

/** A configuration of 20 lines. */
const twentyLines = (timeout: string): string => `clusters:
- name: shop
  connect_timeout: 1s
  type: STATIC
  load_assignment:
    cluster_name: shop
    endpoints:
    - lb_endpoints:
      - endpoint:
          address:
            socket_address: {address: 127.0.0.1, port_value: 80}
- name: cart
  connect_timeout: ${timeout}
  type: STATIC
  lb_policy: RANDOM
  load_assignment:
    cluster_name: cart
    endpoints:
    - lb_endpoints:
      - endpoint: {address: {pipe: {path: /run/cart}}}
`;

/** @param work a folder for files */
export function startRows(work: string): readonly Row[] {
  const at = process.argv.indexOf('--node');
  const node = at === -1 ? process.execPath : (process.argv[at + 1] ?? process.execPath);
  const [empty, one, other] = [join(work, 'empty.cjs'), join(work, 'one.yaml'), join(work, 'other.yaml')];
  writeFileSync(empty, '');
  writeFileSync(one, twentyLines('2s'));
  writeFileSync(other, twentyLines('3s'));
  const programs = [
    { what: 'an empty program', args: [empty], bound: 1 },
    { what: '--version', args: [CLI, '--version'], bound: 1.3 },
    { what: '--help', args: [CLI, '--help'], bound: 2 },
    { what: 'explain Cluster.hosts', args: [CLI, 'explain', 'Cluster.hosts'], bound: 2 },
    { what: 'diff of two files of 20 lines', args: [CLI, 'diff', one, other], bound: 2.5 },
  ].map((program) => ({ ...program, times: [] as number[] }));
  const env = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') };
  // It triples the time that node 20 takes to start.
  delete (env as NodeJS.ProcessEnv).NODE_EXTRA_CA_CERTS;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { args, times } of programs) {
      const started = performance.now();
      spawnSync(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      if (round >= 0) times.push(performance.now() - started);
    }
  }
  const [base, ...rest] = programs;
  const least = median(base?.times ?? []);
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`start, node ${version}: an empty program takes ${least.toFixed(1)} ms`);
  return rest.map(({ what, bound, times }) => ({
    what: `start, node ${version}: ${what} / an empty program`,
    ratio: median(times) / least,
    bound,
  }));
}

function median(times: readonly number[]): number {
  return [...times].sort((left, right) => left - right)[times.length >> 1] ?? 0;
}
