/** Goes through all messages of a subject and tells what names a cluster. */

import type { BoundMessage } from '../../model/bound.ts';
import { isObject, tableOf, UNREADABLE } from '../../model/bound.ts';
import { eachText } from '../../model/data-texts.ts';
import { withoutWord } from '../../model/extension-config.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { Document } from '../finding.ts';
import type { Subject } from '../subject.ts';
import { CALLS_ANY, programIn, worksOut } from './programs.ts';
import type { ClusterReference } from './reference.ts';
import { plansFor } from './reference-plan.ts';
import { kindOfReference } from './reference-use.ts';

export interface Place {
  readonly document: Document;
  readonly frame: Frame;
  readonly field?: string;
  readonly index?: number | string;
  /** The route that it stands in. */
  readonly route?: BoundMessage;
}

export interface Listener {
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
export function walkReferences(subject: Subject, names: ReadonlySet<string>, listener: Listener): void {
  const taken = new Set<BoundMessage>(subject.routing.routes.map(({ written }) => written));
  for (const document of subject.documents) {
    const { word } = document.configuration;
    const planOf = plansFor(document.configuration);
    const walk = (frame: Frame, around: Around): void => {
      const { message, type } = frame;
      // A dump shows a route configuration several times.
      if (type === 'RouteConfiguration' && !taken.has(message)) return;
      const inside = enter(frame, around);
      const { byName, naming, inner, loose, doubtful, hasUnknown } = planOf(tableOf(frame));
      for (const field of naming) readNames(document, frame, field, inside, listener.names);
      if (reachesAll(frame, word)) listener.reachesAll({ document, frame, ...inRoute(inside) });
      const program = programIn(frame);
      if (program?.isOpen) listener.reachesAll({ document, frame, ...inRoute(inside) }, program.words);
      for (const field of program?.fields ?? []) readData({ document, frame, field }, message[field], inside);
      for (const { name: field } of doubtful)
        if (message[field] !== undefined) readData({ document, frame, field }, message[field], inside);
      if (hasUnknown) {
        for (const key of Object.keys(message))
          if (!byName.has(key) && key !== '@type')
            readData({ document, frame, field: key }, message[key], inside);
        for (const [key, value] of Object.entries(message[UNREADABLE] ?? {}))
          readData({ document, frame, field: key }, value, inside);
      }
      for (const text of type === SOCKET_ADDRESS ? reverseNames(message.address) : [])
        readData({ document, frame, field: 'address' }, text, inside);
      if (inner.length > 0) eachChild(frame, word, (child) => walk(child, inside), inner);
      for (const field of loose) if (message[field.name] !== undefined) walkLoose(frame, field, inside);
    };
    const walkLoose = (frame: Frame, field: CompiledField, inside: Around): void => {
      const bound = new Set<unknown>();
      const visit = (child: Frame): void => {
        bound.add(child.message);
        walk(child, inside);
      };
      eachChild(frame, word, visit, [field]);
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
function reachesAll({ type, message }: Frame, word: string): boolean {
  if (type === 'route.RouteAction') return message.cluster_header !== undefined;
  return (
    type === 'listener.Filter' &&
    typeof message.name === 'string' &&
    NAMED_BY_CLIENT.test(withoutWord(message.name, word))
  );
}
