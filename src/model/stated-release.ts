/** Which release of the proxy an input is held to, and what a dump says of the proxy that wrote it. */
import { NEWEST_RELEASE, type Release, releaseNamed } from '../schema/release.ts';
import {
  items,
  kindOf,
  type NodeId,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../source/tree.ts';

export interface FoundRelease {
  readonly release: Release;
  /** Given by the user, stated by a dump, or the newest, since nothing says it. */
  readonly from: 'given' | 'stated' | 'assumed';
}

export const ASSUMED: FoundRelease = { release: NEWEST_RELEASE, from: 'assumed' };

/** Messages that hold the bootstrap that a proxy runs with, its node filled in by itself. */
const DUMPS: ReadonlySet<string> = new Set(['ConfigDump', 'BootstrapConfigDump']);

/** The release of the proxy that wrote a dump; undefined where it is none, or does not say. */
export function statedRelease(tree: SourceTree, type: string): Release | undefined {
  if (!DUMPS.has(type)) return undefined;
  const sections = listUnder(tree, ROOT, 'configs');
  for (const section of [ROOT, ...sections]) {
    const node = under(tree, under(tree, section, 'bootstrap'), 'node');
    const version = under(
      tree,
      under(tree, node, 'user_agent_build_version', 'userAgentBuildVersion'),
      'version',
    );
    const major = textUnder(tree, version, 'major_number', 'majorNumber');
    const minor = textUnder(tree, version, 'minor_number', 'minorNumber');
    const found =
      major !== undefined && minor !== undefined
        ? releaseNamed(`${major}.${minor}`)
        : releaseNamed(textUnder(tree, node, 'user_agent_version', 'userAgentVersion') ?? '');
    if (found !== undefined) return found;
  }
  return undefined;
}

function under(tree: SourceTree, node: NodeId, ...names: readonly string[]): NodeId {
  if (node === -1 || kindOf(tree, resolve(tree, node)) !== NodeKind.Map) return -1;
  for (const name of names) {
    const found = valueUnder(tree, resolve(tree, node), name);
    if (found !== -1) return found;
  }
  return -1;
}

function listUnder(tree: SourceTree, node: NodeId, name: string): readonly NodeId[] {
  const list = under(tree, node, name);
  if (list === -1 || kindOf(tree, resolve(tree, list)) !== NodeKind.List) return [];
  return [...items(tree, resolve(tree, list))];
}

function textUnder(tree: SourceTree, node: NodeId, ...names: readonly string[]): string | undefined {
  const found = under(tree, node, ...names);
  if (found === -1) return undefined;
  const kind = kindOf(tree, resolve(tree, found));
  return kind === NodeKind.Map || kind === NodeKind.List ? undefined : scalarText(tree, resolve(tree, found));
}
