/**
 * What it costs to start: processor time of short runs as whole processes, each beside an empty program.
 * `--node PATHS` takes other versions of node, paths parted by commas. `--plain` measures the program as plain chunks
 * with node's own compile cache beside it, and with routes as well.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, median, type Row } from './measure.ts';

const ROUNDS = 25;
/** Until the code cache is complete. */
const WARM_UP = 4;

const ROOT = join(import.meta.dirname, '..', '..');
const PLAIN = join(ROOT, 'dist/scripts/bundle-plain.js');

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
  const nodes = at === -1 ? [process.execPath] : (process.argv[at + 1] ?? '').split(',');
  const commands = process.argv.includes('--plain') ? besidePlain(work) : commandsOf(CLI, work);
  return nodes.flatMap((node) => rowsOf(node, commands, work));
}

interface Command {
  readonly what: string;
  readonly args: readonly string[];
  readonly bound: number;
}

function commandsOf(cli: string, work: string): readonly Command[] {
  const [one, other] = [join(work, 'one.yaml'), join(work, 'other.yaml')];
  writeFileSync(one, twentyLines('2s'));
  writeFileSync(other, twentyLines('3s'));
  return [
    { what: '--version', args: [cli, '--version'], bound: 1.3 },
    { what: '--help', args: [cli, '--help'], bound: 2 },
    { what: 'diff --help', args: [cli, 'diff', '--help'], bound: 2 },
    { what: 'explain Cluster.hosts', args: [cli, 'explain', 'Cluster.hosts'], bound: 2 },
    { what: 'diff of two files of 20 lines', args: [cli, 'diff', one, other], bound: 2.5 },
    { what: 'migrate of one of them', args: [cli, 'migrate', one], bound: 2.2 },
    { what: 'analyze of one of them', args: [cli, 'analyze', one], bound: 3.8 },
  ];
}

/** Beside the bounds within which our own code cache would not be worth its code. */
function besidePlain(work: string): readonly Command[] {
  const plain = join(work, 'plain');
  const { status, stderr } = spawnSync(process.execPath, [PLAIN, plain], { encoding: 'utf8', cwd: ROOT });
  if (status !== 0) throw new Error(stderr);
  const [routes, changed] = [join(ROOT, 'examples/front-proxy.yaml'), join(work, 'changed.yaml')];
  writeFileSync(changed, readFileSync(routes, 'utf8').replace('prefix: /basket', 'prefix: /cart'));
  const withRoutes = (cli: string): readonly Command[] => [
    ...commandsOf(cli, work),
    { what: 'analyze of examples/front-proxy.yaml', args: [cli, 'analyze', routes], bound: 4.2 },
    { what: 'diff of it and a copy with another prefix', args: [cli, 'diff', routes, changed], bound: 4.2 },
  ];
  const ways = { '': CLI, 'plain: ': join(plain, 'run.cjs'), 'plain, eager: ': join(plain, 'run-eager.cjs') };
  return Object.entries(ways).flatMap(([way, cli]) =>
    withRoutes(cli).map((command) => ({ ...command, what: `${way}${command.what}` })),
  );
}

function rowsOf(node: string, commands: readonly Command[], work: string): readonly Row[] {
  const empty = join(work, 'empty.cjs');
  writeFileSync(empty, '');
  const programs = [{ what: 'an empty program', args: [empty], bound: 1 }, ...commands].map((program) => ({
    ...program,
    times: [] as number[],
  }));
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_CACHE_HOME: join(work, 'cache') };
  // It triples the time that node 20 takes to start.
  delete env.NODE_EXTRA_CA_CERTS;
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { args, times } of programs) {
      const time = timeOf(node, args, env);
      if (round >= 0) times.push(time);
    }
  }
  const [base, ...rest] = programs;
  const least = base?.times ?? [];
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`start, node ${version}: an empty program takes ${median(least).toFixed(1)} ms`);
  return rest.map(({ what, bound, times }) => ({
    what: `start, node ${version}: ${what} / an empty program`,
    ratio: median(times.map((time, round) => time / (least[round] ?? time))),
    bound,
  }));
}

/** `diff` ends with 1 where something differs. */
const SCRIPT = '"$@" >&2; code=$?; times; exit $((code > 1))';

/**
 * Milliseconds of processor time that a whole process takes, user and system, all threads. Nobody in it measures: the
 * shell around it tells what its only child has used, which is in the second line of what `times` prints.
 */
function timeOf(node: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  // What the program prints goes to a pipe, as it mostly does.
  const { stdout, stderr, status } = spawnSync('bash', ['-c', SCRIPT, 'bash', node, ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const children = stdout.split('\n')[1] ?? '';
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  if (status !== 0 || parts.length !== 2) throw new Error(`node ${args.join(' ')}: ${stderr}`);
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  );
}
