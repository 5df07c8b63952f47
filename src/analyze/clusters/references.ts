/**
 * Everything that names a cluster: fields that the tables mark, and texts in data that no table describes which equal
 * the name of a defined cluster.
 */
import { MAX_PROBLEMS } from '../../model/bind-report.ts';
import { type BoundMessage, INVALID, isObject, tableOf } from '../../model/bound.ts';
import { eachText } from '../../model/data-texts.ts';
import { withoutNamespace } from '../../model/extension-config.ts';
import type { Configuration } from '../../model/open.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { type CompiledField, type CompiledMessage, compiledMessage } from '../../schema/compiled.ts';
import { messages } from '../../schema/index.ts';
import { isOwn } from '../../schema/own.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Document, Location } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { definitionsOf } from './definitions.ts';
import { type ClusterReference, kindOfReference } from './reference.ts';

/** Who names which cluster; whether requests come there is another question (`uses.ts`), and a dearer one. */
export interface ClusterReferences {
  /** In the order of the input. A name in data stands here only where a cluster of that name is defined. */
  readonly byCluster: ReadonlyMap<string, readonly ClusterReference[]>;
  /** Where any cluster can be named by a request or a program, as long as requests come there. */
  readonly open: readonly (Place & { readonly by?: string })[];
}

/** To be asked for through {@link Subject.shared}; linear in the size of the input. */
export function clusterReferences(subject: Subject): ClusterReferences {
  const { clusters } = subject.shared(definitionsOf);
  const names = new Set(clusters.map(({ name }) => name));
  const byCluster = new Map<string, ClusterReference[]>();
  const open: (Place & { readonly by?: string })[] = [];
  walkReferences(subject, names, {
    names(reference) {
      const known = byCluster.get(reference.cluster);
      if (known === undefined) byCluster.set(reference.cluster, [reference]);
      else known.push(reference);
    },
    reachesAll: (place, by) => open.push(by === undefined ? place : { ...place, by }),
  });
  return { byCluster, open };
}

/** Where a reference stands. */
export function spotOfReference({ document, frame, field, index }: ClusterReference): Location {
  return spotOfPlace({ document, frame, field, ...(index === undefined ? {} : { index }) });
}

export function spotOfPlace({ document, frame, field, index }: Place): Location {
  const { message, type } = frame;
  return {
    document,
    message,
    type,
    ...(field === undefined ? {} : { field }),
    ...(index === undefined ? {} : { index }),
  };
}

// Goes through all messages of a subject and tells what names a cluster.

interface Place {
  readonly document: Document;
  readonly frame: Frame;
  readonly field?: string;
  readonly index?: number | string;
  /** The route that it stands in. */
  readonly route?: BoundMessage;
}

interface Listener {
  names(reference: ClusterReference): void;
  /** Any cluster can be reached from here, where requests come here. @param by a program or text that may name it */
  reachesAll(place: Place, by?: string): void;
}

/** What is around a message. */
interface Around {
  /** The cluster, by name. */
  readonly holder?: string;
  readonly route?: BoundMessage;
}

const NOTHING: Around = {};
const SOCKET_ADDRESS = 'core.SocketAddress';

/** Network filters that take the cluster from the server name a client asks for. */
const NAMED_BY_CLIENT = /^filters\.network\.(?:sni_cluster|tcp_cluster_rewrite)$|^tcp_cluster_rewrite$/;
/** @param names of the clusters that are defined */
function walkReferences(subject: Subject, names: ReadonlySet<string>, listener: Listener): void {
  const taken = new Set<BoundMessage>(subject.routing.routes.map(({ written }) => written));
  for (const document of subject.documents) {
    const { namespace } = document.configuration;
    const planOf = plansFor(document.configuration);
    const walk = (frame: Frame, around: Around): void => {
      const { message, type } = frame;
      // A dump shows a route configuration several times.
      if (type === 'RouteConfiguration' && !taken.has(message)) return;
      const inside = enter(frame, around);
      const { byName, naming, inner, loose, doubtful, hasUnknown } = planOf(tableOf(frame));
      for (const field of naming) readNames(document, frame, field, inside, listener.names);
      if (reachesAll(frame, namespace)) listener.reachesAll({ document, frame, ...inRoute(inside) });
      const program = programIn(frame);
      if (program?.isOpen) listener.reachesAll({ document, frame, ...inRoute(inside) }, program.words);
      for (const field of program?.fields ?? []) readData({ document, frame, field }, message[field], inside);
      for (const { name: field } of doubtful)
        if (message[field] !== undefined) readData({ document, frame, field }, message[field], inside);
      if (hasUnknown) {
        for (const key of Object.keys(message))
          if (!byName.has(key) && key !== '@type')
            readData({ document, frame, field: key }, message[key], inside);
        for (const [key, value] of Object.entries(message[INVALID] ?? {}))
          readData({ document, frame, field: key }, value, inside);
      }
      for (const text of type === SOCKET_ADDRESS ? reverseNames(message.address) : [])
        readData({ document, frame, field: 'address' }, text, inside);
      if (inner.length > 0) eachChild(frame, namespace, (child) => walk(child, inside), inner);
      for (const field of loose) if (message[field.name] !== undefined) walkLoose(frame, field, inside);
    };
    const walkLoose = (frame: Frame, field: CompiledField, inside: Around): void => {
      const bound = new Set<unknown>();
      const visit = (child: Frame): void => {
        bound.add(child.message);
        walk(child, inside);
      };
      eachChild(frame, namespace, visit, [field]);
      const value = frame.message[field.name];
      const entries = field.shape === 'one' ? [[undefined, value] as const] : Object.entries(value as object);
      for (const [key, item] of entries) {
        if (bound.has(item) || (isObject(item) && bound.has(item.value))) continue;
        const index = field.shape === 'list' ? Number(key) : key;
        const place = { document, frame, field: field.name };
        readData(index === undefined ? place : { ...place, index }, item, inside);
      }
    };
    const readData = (
      place: Required<Pick<Place, 'field'>> & Place,
      value: unknown,
      inside: Around,
    ): void => {
      let isAll = false;
      let isCalled = false;
      const seen = new Set<string>();
      eachText(value, (text) => {
        isAll ||= text === 'cluster_header' || text === 'clusterHeader';
        isCalled ||= text.includes('httpCall') && worksOut(text);
        if (!names.has(text) || text === inside.holder || seen.has(text)) return;
        seen.add(text);
        listener.names({ cluster: text, kind: 'data', ...inside, ...place });
      });
      if (isAll) listener.reachesAll({ ...place, ...inRoute(inside) });
      if (isCalled) listener.reachesAll({ ...place, ...inRoute(inside) }, CALLS_ANY);
    };
    for (const frame of subject.frames(document)) walk(frame, NOTHING);
  }
}

/** What is around what stands in a message. */
function enter({ type, message }: Frame, around: Around): Around {
  if (type === 'Cluster' && typeof message.name === 'string') return { ...around, holder: message.name };
  return type === 'route.Route' ? { ...around, route: message } : around;
}

/** What an address names of connections that begin at the other end: the node, the tenant and the clusters. */
function reverseNames(address: unknown): readonly string[] {
  return typeof address === 'string' && address.startsWith('rc://') ? address.split(/[@:/]+/) : [];
}

/** The names in a field that the tables mark: its value, its entries, or the keys of a map. */
function readNames(
  document: Document,
  frame: Frame,
  field: CompiledField,
  around: Around,
  tell: Listener['names'],
): void {
  const value = frame.message[field.name];
  if (value === undefined) return;
  const read = (cluster: unknown, index?: number | string): void => {
    if (typeof cluster !== 'string' || cluster === '' || cluster === around.holder) return;
    tell({
      cluster,
      kind: kindOfReference(frame),
      document,
      frame,
      field: field.name,
      ...(index === undefined ? {} : { index }),
      ...around,
    });
  };
  if (Array.isArray(value)) value.forEach(read);
  else if (isObject(value)) for (const key of Object.keys(value)) read(key, key);
  else read(value);
}

function inRoute({ route }: Around): Pick<Around, 'route'> {
  return route === undefined ? {} : { route };
}

/** Whether a request or a program names the cluster that it goes to. */
function reachesAll({ type, message }: Frame, namespace: string): boolean {
  // Whatever its table: routes, weights, mirrors, routes of Thrift.
  if (typeof message.cluster_header === 'string' && message.cluster_header !== '') return true;
  if (type !== 'listener.Filter') return false;
  const { name, typed_config: config } = message;
  if (isObject(config) && isSniCluster(config['@type'])) return true;
  return typeof name === 'string' && NAMED_BY_CLIENT.test(withoutNamespace(name, namespace));
}

/** In version 3 filters are found by the type of their settings. */
function isSniCluster(type: unknown): boolean {
  return typeof type === 'string' && /\.network\.sni_cluster\./.test(type);
}

// What to look at in messages of each table when looking for names of clusters.

interface Plan {
  readonly byName: ReadonlyMap<string, CompiledField>;
  readonly naming: readonly CompiledField[];
  /** Fields that hold messages with something to look at. */
  readonly inner: readonly CompiledField[];
  /** Fields that may hold messages or data. */
  readonly loose: readonly CompiledField[];
  /** Texts of which the table does not say what they name. */
  readonly doubtful: readonly CompiledField[];
  /** Messages may hold fields that their table does not have. */
  readonly hasUnknown: boolean;
}

/** The plans for a configuration: where nothing unknown is written, most messages can be passed over. */
function plansFor(configuration: Configuration): (table: CompiledMessage) => Plan {
  return hasUnknown(configuration) ? thorough : quick;
}

const thorough = remembered(true, ({ containers }) => containers);

let paths: Paths | undefined;

const quick = remembered(false, ({ name, version, containers }) => {
  if (version === 'v3' || isOwn(name)) return containers;
  paths ??= pathsTo(new Set(Object.keys(messages).filter(holdsSomething)));
  return paths.get(name) ?? [];
});

function remembered(
  hasUnknown: boolean,
  fieldsOf: (table: CompiledMessage) => readonly CompiledField[],
): (table: CompiledMessage) => Plan {
  const plans = new Map<CompiledMessage, Plan>();
  return (table) => {
    const known = plans.get(table);
    if (known) return known;
    const { name, byName, fields, containers } = table;
    const plan: Plan = {
      byName,
      naming: fields.filter(isNaming),
      inner: fieldsOf(table).filter((field) => !isLoose(field)),
      loose: containers.filter(isLoose),
      doubtful: fields.filter(isDoubtful),
      // What people put around a hand-written list is no problem of it.
      hasUnknown: hasUnknown || name === 'Resources',
    };
    plans.set(table, plan);
    return plan;
  };
}

function holdsSomething(type: string): boolean {
  return compiledMessage(type).fields.some((field) => isNaming(field) || isLoose(field));
}

/**
 * The tables say what names a cluster in what both versions have; what only version 3 has may name one as well, and what
 * nobody described.
 */
function isDoubtful({ spec, element }: CompiledField): boolean {
  const isText = element.kind === 'scalar' && element.scalar === 'string';
  return isText && (spec.only === 'v3' || spec.doc === '') && spec.names === undefined;
}

function isNaming({ spec }: CompiledField): boolean {
  return spec.names === 'cluster';
}

function isLoose({ element }: CompiledField): boolean {
  return element.kind === 'struct' || element.kind === 'any';
}

/** Whether a message may hold fields that its table does not have, or values that cannot be read. */
function hasUnknown({ found }: Configuration): boolean {
  return (
    found.length >= MAX_PROBLEMS ||
    found.some(({ problem: { rule } }) => rule !== 'deprecated-field' && rule !== 'loose-spelling')
  );
}

// Programs and formats in a configuration that name clusters, or work out which one it is.

/** A program, or a text that is put together for each connection. */
interface Program {
  /** Where names of clusters may stand in it. */
  readonly fields: readonly string[];
  /** Whether it may name any cluster. */
  readonly isOpen: boolean;
  /** What it is, in words. */
  readonly words: string;
}

/** A call to a cluster whose name is worked out by a program, or a program that goes on in another file. */
const WORKED_OUT = /\bhttpCall\s*\(\s*(?!["'\s]|\[\[)|\b(?:require|dofile|loadfile|loadstring)\b/;

/** What a program is said to do whose calls do not name their clusters. */
const CALLS_ANY = 'a Lua script may call any cluster';

/** Whether a program calls clusters by names that do not stand in it. */
function worksOut(program: string): boolean {
  return WORKED_OUT.test(program);
}

/** Whoever finds an object of this name takes the cluster of a TCP connection from it. */
const TCP_CLUSTER = /\.tcp_proxy\.cluster$/;

function programIn({ type, message }: Frame): Program | undefined {
  switch (type) {
    case 'http.lua.Lua': {
      const fields = ['inline_code', 'default_source_code', 'source_codes'];
      return {
        fields,
        isOpen: fields.some((field) => isOpen(message[field])),
        words: CALLS_ANY,
      };
    }
    case 'LuaPerRoute':
      return {
        fields: ['source_code'],
        isOpen: isOpen(message.source_code),
        words: CALLS_ANY,
      };
    case 'route.ClusterSpecifierPlugin':
      return isMatcher(message)
        ? undefined
        : { fields: [], isOpen: true, words: 'a plugin picks the cluster of a route' };
    case 'FilterStateValue': {
      const { object_key: key, factory_key: factory } = message;
      if (![key, factory].some((each) => typeof each === 'string' && TCP_CLUSTER.test(each)))
        return undefined;
      const format = textOf(message.format_string);
      return {
        fields: ['format_string'],
        isOpen: format === undefined || format.includes('%'),
        words: 'filter state picks the cluster of a TCP connection',
      };
    }
    default:
      return CODE.test(type) ? { fields: [], isOpen: true, words: CODE_CALLS_ANY } : undefined;
  }
}

/** Settings of code that runs inside the proxy, wherever they stand. */
const CODE = /^(?:PluginConfig|DynamicModuleConfig|(?:\w+\.)?golang\.Config)$/;
const CODE_CALLS_ANY =
  'code that the proxy loads (Wasm, Go, a dynamic module) may call or choose any cluster';

/** Whether a script, or any of several, may call clusters that it does not name. */
function isOpen(source: unknown): boolean {
  if (typeof source === 'string') return worksOut(source);
  if (!isObject(source)) return false;
  const { inline_string: text, inline_bytes: bytes, filename, environment_variable: variable } = source;
  if (typeof text === 'string') return worksOut(text);
  if (bytes !== undefined || filename !== undefined || variable !== undefined) return true;
  return Object.values(source).some(isOpen);
}

/** The one plugin that names its clusters. */
function isMatcher({ extension }: BoundMessage): boolean {
  const config = isObject(extension) ? extension.typed_config : undefined;
  return isObject(config) && /\bMatcherClusterSpecifier$/.test(String(config['@type']));
}

/** The text of a format; undefined where it is no plain one. */
function textOf(format: unknown): string | undefined {
  if (!isObject(format)) return undefined;
  const { text_format: older, text_format_source: source } = format;
  if (typeof older === 'string') return older;
  const text = isObject(source) ? source.inline_string : undefined;
  return typeof text === 'string' ? text : undefined;
}
