/** What a walk over a document finds: edits and obstacles by resource, and what somebody has to know. */
import type { ApiVersion } from '../../schema/version.ts';
import type { Edit } from '../../source/edit/index.ts';
import type { NodeId, SourceTree } from '../../source/tree.ts';
import { pointerOfWay, type Unit, Units, type Way } from './units.ts';

export interface RenameOptions {
  readonly namespace: string;
  /** Leave `transport_api_version` as it is. */
  readonly keepTransport: boolean;
}

/** Where a value stands. */
export interface Place {
  readonly way: Way | undefined;
  readonly unit: Unit | undefined;
  /** Table of the message that holds the one it is in, or of the one that holds it where it is a message. */
  readonly holder: string;
  /** What it is written in: files of the transition hold types of version 3 among others. */
  readonly version: ApiVersion;
}

export class Findings {
  readonly units = new Units();
  readonly warnings = new Set<string>();
  /** Who has to speak version 3 from now on. */
  readonly servers = new Set<string>();
  readonly tree: SourceTree;
  readonly options: RenameOptions;

  constructor(tree: SourceTree, options: RenameOptions) {
    this.tree = tree;
    this.options = options;
  }

  /** @param node what the edits are on */
  push(at: Place, node: NodeId, ...edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const unit = at.unit ?? this.units.ofHolder(at.holder, node, at.way);
    for (const edit of edits) unit.edits.push(edit);
  }

  /** @param what message and field, or whatever tells it from others of its resource */
  obstacle(at: Place, node: NodeId, what: string, reason: string, migration?: string): void {
    const unit = at.unit ?? this.units.ofHolder(what, node, at.way);
    const pointer = pointerOfWay(at.way);
    unit.obstacles.push({ node, pointer, what, reason, ...(migration === undefined ? {} : { migration }) });
  }

  unreadable(at: Place, node: NodeId, what: string, wanted: string): void {
    // Both versions read, and refuse, what is written in version 3 alike.
    if (at.version === 'v3') return;
    const reason = `${what} cannot be read as ${wanted}, so that nobody can tell what it would be in version 3; write out what a template puts there`;
    this.obstacle(at, node, what, reason);
  }
}
