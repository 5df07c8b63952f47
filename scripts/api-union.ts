/** The whole API of version 3 as the descriptor sets have it, and which of it is configuration. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reference } from '../src/descriptors/facts.ts';
import { type ReadRelease, readContrib, readLastTag, readReleases, SETS } from './api-sets.ts';

export interface Api {
  /** The oldest first. */
  readonly releases: readonly ReadRelease[];
  /** What a module of its own has: no release is known of it. */
  readonly contrib: Reference;
  /** The same release as 1.32, by the module before: what that one leaves out is in it. */
  readonly lastTag: Reference;
  /** What the newest release has, contrib, and what no set has any more, as the last one had it. */
  readonly all: Reference;
}

let known: Api | undefined;

export function readApi(): Api {
  known ??= read(SETS);
  return known;
}

function read(folder: string): Api {
  const releases = readReleases(folder);
  const contrib = readContrib(folder);
  const unmodelled: Reference = JSON.parse(readFileSync(join(folder, 'beyond.json'), 'utf8'));
  const parts = [unmodelled, ...releases.map(({ reference }) => reference), contrib];
  const all: Reference = {
    messages: Object.assign({}, ...parts.map(({ messages }) => messages)),
    enums: Object.assign({}, ...parts.map(({ enums }) => enums)),
  };
  return { releases, contrib, lastTag: readLastTag(folder), all };
}

/** Languages of other projects, and what describes the API itself. */
const OTHERS =
  /^(?:google|cel|opentelemetry|opencensus|io\.prometheus|grpc|pb|validate)\.|(?:^|\.)annotations\./;
/** What a proxy sends and logs. */
const NO_CONFIGURATION = /^(?:service|data|istio\.workload)\./;
/** Version 2, which has tables of its own. */
const EARLIER =
  /\.v[12](?:alpha\d*)?\.|^type\.(?:matcher\.)?[A-Z]|^config\.(?:cluster\.redis|retry\.previous_priorities)\./;
/** A mesh numbers its packages otherwise, and has messages that its control plane sends beside those of a bootstrap. */
const MESH = /^(?:istio\.envoy|io\.istio)\.|^istio\.workload\.BootstrapExtension$/;

/** Whether a type is one that a configuration of version 3 may hold in an Any. */
export function isConfiguration(type: string): boolean {
  if (MESH.test(type)) return true;
  return (
    !OTHERS.test(type) && !NO_CONFIGURATION.test(type) && !EARLIER.test(type) && !type.includes('.v4alpha.')
  );
}
