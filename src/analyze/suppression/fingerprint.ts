/**
 * Fingerprints: what makes a finding the same one in another version of its file. Made of canonical names and content,
 * never of text or positions, so that a finding keeps its own when anything around it is inserted, removed or moved, and
 * when the file is written in another spelling or layout.
 */
import { isObject } from '../../model/bound.ts';
import { contentStart } from '../../model/content.ts';
import { fingerprints } from '../../model/fingerprints.ts';
import type { Document, Location, NodeSpot } from '../finding.ts';
import type { Around } from '../resource.ts';
import { type Ways, waysIn } from './canonical-path.ts';

/** Fields whose value tells the entries of a list apart. */
const NAMES = ['name', 'key', 'header_name', 'id'];
/** Of content that has no name, so much counts. */
const COUNTED = 400;

export interface Fingerprinter {
  /** The fingerprint of a finding; equal findings get different ones, in the order of the questions. */
  of(rule: string, at: Location | NodeSpot, around: Around | undefined, identity: string): string;
}

export function fingerprinter(): Fingerprinter {
  const print = fingerprints();
  const ways = new Map<Document, Ways>();
  return {
    of(rule, at, around, identity) {
      const known = ways.get(at.document) ?? waysIn(at.document, entryName);
      ways.set(at.document, known);
      return print([rule, resourceKey(around), ...known.to(at, around), identity]);
    },
  };
}

/** A route has no name of its own: it is known by its virtual host and its match. */
function resourceKey(around: Around | undefined): string {
  if (around === undefined) return '';
  const { resource, frame } = around;
  if (resource.type !== 'Route') return `${resource.type} ${resource.name}`;
  const host = resource.name.slice(0, resource.name.lastIndexOf('/'));
  const { match } = frame.message;
  return `Route ${host} ${contentStart(isObject(match) ? match : frame.message, COUNTED)}`;
}

/** What tells an entry of a list apart: its name, or its content. */
function entryName(value: unknown): string {
  if (!isObject(value)) return `[${typeof value === 'string' ? value : contentStart(value, COUNTED)}]`;
  const name = NAMES.map((field) => value[field]).find((each) => typeof each === 'string');
  return `[${typeof name === 'string' ? name : contentStart(value, COUNTED)}]`;
}
