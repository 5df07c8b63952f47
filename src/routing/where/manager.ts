/** A connection manager in its place, and what is known of the connections that come to it. */
import { type BoundMessage, NODE } from '../../model/bound.ts';
import { sameContent } from '../../model/content.ts';
import type { OpenableFile, Root } from '../../model/open.ts';
import { type Place, placeOfNode } from '../../model/place.ts';
import type { Message } from '../../schema/types.ts';
import type { OwnHeaders } from '../../traffic/own-headers.ts';
import { certificatesOfAll, type Shown } from './certificates.ts';
import type { Transport } from './listener.ts';

export interface FoundManager {
  readonly message: Message<'HttpConnectionManager'>;
  readonly file: OpenableFile;
  readonly root: Root;
  /** The namespace of its file. */
  readonly namespace: string;
  readonly transport: Transport;
  /** What a bootstrap says of headers of all requests. */
  readonly own: OwnHeaders;
  /** What the handshakes of its clients may end with. */
  readonly certificates: readonly Shown[];
}

/** Where a message inside a manager stands. */
export function placeInManager({ file, root }: FoundManager, message: BoundMessage): Place | undefined {
  const node = message[NODE];
  return node === undefined ? undefined : placeOfNode(file, root, node);
}

/** What decides how requests come to routes. */
const FIELDS = [
  'http_filters',
  'upgrade_configs',
  'use_remote_address',
  'xff_num_trusted_hops',
  'original_ip_detection_extensions',
  'local_reply_config',
  'early_header_mutation_extensions',
] as const;

/** The one of several that all agree with in what they do to requests; undefined where they do not. */
export function agreed(all: readonly FoundManager[]): FoundManager | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const isSame = (other: FoundManager): boolean =>
    other.message === first.message ||
    (other.transport === first.transport &&
      FIELDS.every((field) => sameContent(other.message[field], first.message[field])));
  if (!others.every(isSame)) return undefined;
  const certificates = certificatesOfAll(all);
  return certificates.length === first.certificates.length ? first : { ...first, certificates };
}
