/**
 * Configurations that are judged as one: all inputs (`--together`), the files of each node of a fleet (`--by-node`), or
 * a file with those that it names for discovery (`--follow`).
 */
import type { Configuration } from '../../model/index.ts';
import type { Settings } from '../../settings/index.ts';
import { InputError } from '../../source/errors.ts';
import type { SourceFile } from '../../source/load.ts';
import {
  items,
  kindOf,
  NodeKind,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  valueUnder,
} from '../../source/tree.ts';

/** Where a file stands among the inputs. */
export interface FilePosition {
  readonly order: number;
  /** The node that it belongs to: a folder directly below an input, or the file itself. */
  readonly node: string;
}

/** Files that are one configuration, under the settings of the first of them. */
export interface Group {
  readonly files: readonly Configuration<SourceFile>[];
  readonly settings: Settings;
  /** The position of a file of it among the inputs, by its name. */
  orderOf(name: string): number;
  /** Why they are no one configuration after all. */
  readonly conflict?: { readonly error: InputError; readonly order: number } | undefined;
}

interface OpenGroup {
  readonly node: string;
  readonly settings: Settings;
  readonly files: Configuration<SourceFile>[];
  readonly orders: Map<string, number>;
}

export interface GroupFlags {
  readonly together?: boolean | undefined;
  readonly 'by-node'?: boolean | undefined;
  readonly follow?: boolean | undefined;
}

/** Whether files are judged as one with others, so that none has a result of its own. */
export function areGrouped(flags: GroupFlags): boolean {
  return flags.together === true || flags['by-node'] === true || flags.follow === true;
}

export class Groups {
  private readonly flags: GroupFlags;
  private readonly open: OpenGroup[] = [];
  /** Files that could not be read. */
  private readonly lost: string[] = [];

  constructor(flags: GroupFlags) {
    this.flags = flags;
  }

  /** Takes a file, with those that it names for discovery. */
  add(
    configuration: Configuration<SourceFile>,
    others: readonly Configuration<SourceFile>[],
    settings: Settings,
    { node, order }: FilePosition,
  ): void {
    const last = this.open.at(-1);
    const belongs = this.flags.together === true || (this.flags['by-node'] === true && last?.node === node);
    let group = belongs ? last : undefined;
    if (group === undefined) {
      group = { node, settings, files: [], orders: new Map() };
      this.open.push(group);
    }
    for (const each of [configuration, ...others]) {
      group.files.push(each);
      group.orders.set(each.file.name, order);
    }
  }

  /** Of a node whose file could not be read nothing certain can be said. */
  lose(file: string): void {
    this.lost.push(file);
  }

  /** Nodes of which the inputs hold nothing more: each is let go before the next one is read. */
  before({ node }: FilePosition): readonly Group[] {
    if (this.flags['by-node'] !== true || this.open.at(-1)?.node === node) return [];
    return this.rest();
  }

  /** What is left when all inputs were read. */
  rest(): readonly Group[] {
    return this.open.splice(0).flatMap(({ node, files, settings, orders }) => {
      const [order = 0] = orders.values();
      const group: Group = { files, settings, orderOf: (name) => orders.get(name) ?? order };
      if (this.flags['by-node'] !== true) return [group];
      if (this.lost.some((file) => file.startsWith(`${node}/`))) return [];
      const error = severalNodes(node, files);
      return [error === undefined ? group : { ...group, conflict: { error, order } }];
    });
  }
}

/** Why files of one folder are no one configuration: they say that they are of different nodes. */
function severalNodes(node: string, files: readonly Configuration<SourceFile>[]): InputError | undefined {
  const ids = [...new Set(files.flatMap(({ file }) => file.trees.flatMap(nodeIds)))];
  if (ids.length < 2) return undefined;
  const shown = ids.slice(0, 3).join(', ');
  return new InputError({
    file: node,
    problem: `it holds files of ${ids.length} nodes (${shown}${ids.length > 3 ? ', …' : ''}), and was taken for one`,
    hint: 'with --by-node a folder directly below an input is one node, and so is a file that lies there itself; name the folder in which the nodes lie',
  });
}

/** Ids of nodes that a bootstrap or a dump of one states. */
function nodeIds(tree: SourceTree): readonly string[] {
  const configs = under(tree, ROOT, 'configs');
  const dumped =
    configs !== undefined && isOf(tree, configs, NodeKind.List)
      ? [...items(tree, configs)].map((each) => under(tree, each, 'bootstrap'))
      : [];
  return [ROOT, under(tree, ROOT, 'bootstrap'), ...dumped].flatMap((bootstrap) => {
    const stated = bootstrap === undefined ? undefined : under(tree, bootstrap, 'node');
    const id = stated === undefined ? undefined : under(tree, stated, 'id');
    const text = id === undefined ? '' : scalarText(tree, id);
    return text === '' ? [] : [text];
  });
}

function under(tree: SourceTree, map: number, key: string): number | undefined {
  if (!isOf(tree, map, NodeKind.Map)) return undefined;
  const found = valueUnder(tree, map, key);
  return found === -1 ? undefined : resolve(tree, found);
}

function isOf(tree: SourceTree, node: number, kind: NodeKind): boolean {
  return kindOf(tree, node) === kind;
}
