/** What a configuration says that bears on its access logs: their formats, and the clusters that requests go to. */
import type { BoundMessage } from '../model/bound.ts';
import { isObject, NODE } from '../model/bound.ts';
import type { Configuration, Root } from '../model/open.ts';
import { type Place, placeOfNode } from '../model/place.ts';
import { around, eachChild, type Frame, isOf, rootFrames } from '../model/walk.ts';
import type { Message } from '../schema/types.ts';
import type { Data } from '../source/data.ts';
import { DEFAULT_FORMAT, jsonFormat, type LogFormat, textFormat } from './log-format.ts';
import type { DeclaredFormat } from './log-lines.ts';
import { type Contents, contentsReader } from './ruled-out.ts';

export interface DeclaredCluster {
  readonly message: Message<'Cluster'>;
  readonly place: Place | undefined;
}

export interface Declared {
  /** Those of connection managers, each once; the usual one last. */
  readonly formats: readonly DeclaredFormat[];
  /** By name. */
  readonly clusters: ReadonlyMap<string, DeclaredCluster>;
  /** Some route writes another host, or another path, over that of the client. */
  readonly rewritesHosts: boolean;
  readonly rewritesPaths: boolean;
  /** Some route follows redirects itself, after which a request is another one. */
  readonly redirectsInside: boolean;
  readonly contents: Contents;
  readonly placeOf: (message: BoundMessage) => Place | undefined;
}

const REWRITES_HOST = [
  'host_rewrite_literal',
  'host_rewrite',
  'auto_host_rewrite',
  'auto_host_rewrite_header',
  'host_rewrite_header',
  'host_rewrite_path_regex',
  'host_rewrite',
];
const REWRITES_PATH = ['prefix_rewrite', 'regex_rewrite', 'path_rewrite_policy', 'path_rewrite'];

export function declaredIn(configurations: readonly Configuration[]): Declared {
  const formats = new Map<string, { readonly format: LogFormat; readonly listeners: Set<BoundMessage> }>();
  const clusters = new Map<string, DeclaredCluster>();
  const places = new Map<BoundMessage, () => Place | undefined>();
  const reader = contentsReader();
  const said = { rewritesHosts: false, rewritesPaths: false, redirectsInside: false };
  const note = (frame: Frame, configuration: Configuration, root: Root): void => {
    const { message, type } = frame;
    const place = (): Place | undefined => {
      const node = message[NODE];
      return node === undefined ? undefined : placeOfNode(configuration.file, root, node);
    };
    if (isOf(frame, 'Cluster')) {
      const name = frame.message.name ?? '';
      if (!clusters.has(name)) clusters.set(name, { message: frame.message, place: place() });
    } else if (type === 'HttpConnectionManager' || type === 'HttpFilter') places.set(message, place);
    else if (type.endsWith('route.RouteAction')) {
      const isSet = (field: string): boolean => message[field] !== undefined && message[field] !== false;
      said.rewritesHosts ||= REWRITES_HOST.some(isSet);
      said.rewritesPaths ||= REWRITES_PATH.some(isSet);
      said.redirectsInside ||=
        isSet('internal_redirect_policy') || message.internal_redirect_action !== undefined;
    } else if (LOGS.has(type) && around(frame, 'HttpConnectionManager') !== undefined) {
      const format = formatOf(message);
      const key = JSON.stringify(format, (_, value) => (value instanceof Map ? [...value] : value));
      const known = formats.get(key) ?? { format, listeners: new Set() };
      const listener = around(frame, 'Listener')?.message;
      if (listener !== undefined) known.listeners.add(listener);
      formats.set(key, known);
    }
  };
  for (const configuration of configurations) {
    const { roots, namespace } = configuration;
    for (const root of roots) {
      reader.root(root);
      const walk = (frame: Frame): void => {
        reader.frame(frame);
        note(frame, configuration, root);
        eachChild(frame, namespace, walk);
      };
      for (const frame of rootFrames(root)) walk(frame);
    }
  }
  const usual = { format: textFormat(DEFAULT_FORMAT), listeners: [] };
  return {
    formats: [
      ...[...formats.values()].map(({ format, listeners }) => ({ format, listeners: [...listeners] })),
      usual,
    ],
    clusters,
    ...said,
    contents: reader.contents(),
    placeOf: (message) => places.get(message)?.(),
  };
}

const LOGS: ReadonlySet<string> = new Set(['FileAccessLog', 'StdoutAccessLog', 'StderrAccessLog']);

/** @param log a message with `log_format`, or with the older fields of a file's log */
function formatOf(log: BoundMessage): LogFormat {
  const { log_format: current, format, json_format: json, typed_json_format: typed } = log;
  const older = json ?? typed;
  if (isObject(older)) return jsonFormat(plain(older));
  if (typeof format === 'string' && format !== '') return textFormat(format);
  if (isObject(current)) {
    const { text_format: text, json_format: object, text_format_source: source } = current;
    if (isObject(object)) return jsonFormat(plain(object));
    const inline = isObject(source) ? source.inline_string : undefined;
    const written = typeof text === 'string' ? text : inline;
    if (typeof written === 'string' && written !== '') return textFormat(written);
  }
  return textFormat(DEFAULT_FORMAT);
}

/** A Struct is bound as plain data. */
const plain = (struct: BoundMessage): { readonly [key: string]: Data } => JSON.parse(JSON.stringify(struct));
