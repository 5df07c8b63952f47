/**
 * What our errors say of a file against what a real proxy says of it (`--mode validate`), and its warnings of
 * deprecated fields against ours. What is no bootstrap is put into one; what is of version 2 is lifted first.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { liftConfiguration } from '../../src/engine/lift.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { NODE } from '../../src/model/bound.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { type Frame, rootFrames } from '../../src/model/walk.ts';
import { NEWEST_RELEASE } from '../../src/schema/release.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import { printJson } from '../../src/source/edit/print.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { plainValue } from '../../src/source/tree.ts';

export interface Validated {
  readonly file: string;
  /** What our errors are, by rule; none where we accept it. */
  readonly ours: readonly string[];
  /** What the proxy refuses it for; null where it takes it. */
  readonly theirs: string | null;
  /** Deprecated fields of which the proxy warns, and whether we find some. */
  readonly deprecated: {
    readonly ours: boolean;
    readonly theirs: readonly string[];
    readonly after: readonly string[];
  };
}

export type Asked = Validated | { readonly file: string; readonly unasked: string };

/** Every file of a folder that can be asked about, or each so many-th. */
export async function* validateFiles(
  program: string,
  folder: string,
  { every, jobs }: { readonly every: number; readonly jobs: number },
): AsyncGenerator<Asked> {
  const inFolder = (asked: Asked): Asked => ({ ...asked, file: `${basename(folder)}/${asked.file}` });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !/\.expect\.json$/.test(name))
    .filter((_, at) => at % every === 0)
    .filter((name) => statSync(join(folder, name)).isFile());
  for (let at = 0; at < files.length; at += jobs)
    for (const asked of await Promise.all(
      files.slice(at, at + jobs).map((name) => validateFile(program, folder, name)),
    ))
      yield inFolder(asked);
}

async function validateFile(program: string, folder: string, name: string): Promise<Asked> {
  const text = readFileSync(join(folder, name), 'utf8');
  const opened = openedAs(name, text);
  if (typeof opened === 'string') return { file: name, unasked: opened };
  const lifted = opened.api === 'v3' ? opened : liftedOf(opened);
  if (typeof lifted === 'string') return { file: name, unasked: lifted };
  const bootstrap = bootstrapOf(lifted);
  if (typeof bootstrap === 'string') return { file: name, unasked: bootstrap };
  const { findings } = analyze(subjectOf([lifted]), { rules: analysisRules, known: ruleIds });
  const ours = [...new Set(findings.filter(({ level }) => level === 'error').map(({ rule }) => rule))];
  const said = await askValidate(program, printJson(bootstrap, ''));
  const migrated = said.deprecated.length > 0 ? migratedOf(lifted) : undefined;
  const after = migrated === undefined ? undefined : await askValidate(program, printJson(migrated, ''));
  return {
    file: name,
    ours,
    theirs: said.refused ?? null,
    deprecated: {
      ours: findings.some(({ rule }) => rule === 'deprecated-field'),
      theirs: said.deprecated,
      after: after?.deprecated ?? [],
    },
  };
}

function openedAs(name: string, text: string): Configuration | string {
  try {
    return openConfiguration(sourceFile(name, text, 'named'), { release: NEWEST_RELEASE });
  } catch (error) {
    if (error instanceof InputError) return 'cannot be read as a configuration';
    throw error;
  }
}

function liftedOf(configuration: Configuration): Configuration | string {
  const { file } = configuration;
  const made = liftConfiguration(configuration, { partial: false, keepTransport: false });
  if (!made.equivalent) return `would mean something else: ${made.difference}`;
  return made.left.length > 0 ? 'cannot be lifted' : openedAs3(file.name, made.text);
}

function openedAs3(name: string, text: string): Configuration | string {
  try {
    return openConfiguration(sourceFile(name, text, 'named'), { api: 'v3', release: NEWEST_RELEASE });
  } catch (error) {
    if (error instanceof InputError) return 'cannot be read when it is lifted';
    throw error;
  }
}

function migratedOf(configuration: Configuration): Data | undefined {
  const { text } = migrateConfiguration(configuration, { older: false });
  const opened = openedAs3(configuration.file.name, text);
  const bootstrap = typeof opened === 'string' ? opened : bootstrapOf(opened);
  return typeof bootstrap === 'string' ? undefined : bootstrap;
}

/** Where single resources stand in a bootstrap. */
type Parts = { readonly [type: string]: Data[] };

/** The bootstrap that a file is, or one around what it holds; why there is none. */
function bootstrapOf({ roots }: Configuration): Data | string {
  const frames = roots.flatMap((root) => rootFrames(root).map((frame) => ({ root, frame })));
  const dataOf = ({
    root,
    frame,
  }: {
    readonly root: (typeof roots)[number];
    readonly frame: Frame;
  }): Data => {
    const at = frame.message[NODE];
    return at === undefined ? {} : plainValue(root.tree, at);
  };
  const [first] = frames;
  if (first === undefined) return 'holds nothing';
  if (first.root.embedded !== undefined) return 'stands in another document';
  if (first.frame.type === 'Bootstrap')
    return frames.length === 1 ? dataOf(first) : 'holds several documents';
  const parts: Parts = {
    Cluster: [],
    Listener: [],
    RouteConfiguration: [],
    'route.VirtualHost': [],
    'route.Route': [],
  };
  for (const each of frames) {
    const part = parts[each.frame.type];
    if (part === undefined) return `holds a ${each.frame.type}`;
    part.push(dataOf(each));
  }
  return around(parts);
}

function around(parts: Parts): Data {
  const hosts = [...(parts['route.VirtualHost'] ?? [])];
  const routes = parts['route.Route'] ?? [];
  if (routes.length > 0) hosts.push({ name: 'around', domains: ['around.test'], routes });
  const configurations = [...(parts.RouteConfiguration ?? []).map(unchecked)];
  if (hosts.length > 0) configurations.push(unchecked({ name: 'around', virtual_hosts: hosts }));
  const own = (parts.Listener ?? []).map((each) =>
    (parts.Cluster ?? []).length > 0 ? each : withoutChecks(each),
  );
  const listeners = [...own, ...configurations.map(listenerAround)];
  return { static_resources: { clusters: parts.Cluster ?? [], listeners } };
}

/** Clusters are defined elsewhere. */
function unchecked(configuration: Data): Data {
  if (typeof configuration !== 'object' || configuration === null || 'validate_clusters' in configuration)
    return configuration;
  return { ...configuration, validate_clusters: false };
}

/** The same for every route configuration in a message that was written. */
function withoutChecks(value: Data): Data {
  if (Array.isArray(value)) return value.map(withoutChecks);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      /^(?:route_config|routeConfig)$/.test(key) ? unchecked(item) : withoutChecks(item),
    ]),
  );
}

const TYPES = 'type.googleapis.com/envoy.extensions.filters';

function listenerAround(route_config: Data, at: number): Data {
  const router = { name: 'router', typed_config: { '@type': `${TYPES}.http.router.v3.Router` } };
  const typed_config = {
    '@type': `${TYPES}.network.http_connection_manager.v3.HttpConnectionManager`,
    stat_prefix: 'around',
    http_filters: [router],
    route_config,
  };
  const address = { socket_address: { address: '127.0.0.1', port_value: 10000 + at } };
  return { name: `around ${at}`, address, filter_chains: [{ filters: [{ name: 'hcm', typed_config }] }] };
}

interface Said {
  readonly refused: string | undefined;
  readonly deprecated: readonly string[];
}

/** A file is looked at for so long. */
const MAX_MS = 30_000;

export function askValidate(program: string, bootstrap: string): Promise<Said> {
  const folder = mkdtempSync(join(tmpdir(), 'cfgtool-validate-'));
  const path = join(folder, 'bootstrap.json');
  writeFileSync(path, bootstrap);
  const args = ['--mode', 'validate', '-c', path, '--log-level', 'warning', '--use-dynamic-base-id'];
  args.push('--service-node', 'node', '--service-cluster', 'cluster');
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: MAX_MS });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < 1 << 20) said += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      rmSync(folder, { recursive: true, force: true });
      const deprecated = [...said.matchAll(/Using deprecated option '([^']*)'/g)].map(
        ([, field = '']) => field,
      );
      resolve({ refused: code === 0 ? undefined : complaintIn(said), deprecated: [...new Set(deprecated)] });
    });
  });
}

/** The last thing that it said, without times, places and the file. */
function complaintIn(said: string): string {
  const from = Math.max(said.lastIndexOf('[critical]'), said.lastIndexOf('[error]'));
  return said
    .slice(from === -1 ? 0 : from)
    .replace(/^\[\w+\]|\[[\w/.]+:\d+\]|goo\.gle\/debug\w+|'?\/\S*bootstrap\.json'?:?/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500);
}
