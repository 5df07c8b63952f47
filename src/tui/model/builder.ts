/** Columns of items while they are being filled; they grow by doubling. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import type { ItemId, ItemKind, Items } from './items.ts';

export class ItemsBuilder {
  private count = 0;
  private size = 1024;
  private kinds = new Uint8Array(this.size);
  private depths = new Uint8Array(this.size);
  private parents = new Int32Array(this.size);
  private skips = new Int32Array(this.size);
  private indexes = new Int32Array(this.size);
  private documents = new Int32Array(this.size);
  private readonly messages: (BoundMessage | undefined)[] = [];
  private readonly titles = new Map<ItemId, string>();
  /** Frames, or what makes them; of entries of long lists neither: their frame is made from their parent's. */
  private readonly frames = new Map<ItemId, Frame>();
  private open: ItemId = -1;

  /** Adds an item inside the one that is open. */
  private add(kind: ItemKind, index: number, document: number, message: BoundMessage | undefined): ItemId {
    if (this.count === this.size) this.grow();
    const item = this.count++;
    this.kinds[item] = kind;
    this.depths[item] = this.open === -1 ? 0 : (this.depths[this.open] ?? 0) + 1;
    this.parents[item] = this.open;
    this.skips[item] = this.count;
    this.indexes[item] = index;
    this.documents[item] = document;
    this.messages.push(message);
    return item;
  }

  /** Adds an item, and inside it what `fill` adds. */
  within(
    kind: ItemKind,
    index: number,
    document: number,
    what: Frame | string,
    fill: () => void = () => {},
  ): void {
    const item = this.add(kind, index, document, typeof what === 'string' ? undefined : what.message);
    if (typeof what === 'string') this.titles.set(item, what);
    else this.frames.set(item, what);
    const outer = this.open;
    this.open = item;
    fill();
    this.open = outer;
    this.skips[item] = this.count;
  }

  /** Adds an item with nothing inside whose frame can be told from the item around it. */
  leaf(kind: ItemKind, index: number, document: number, message: BoundMessage): void {
    this.add(kind, index, document, message);
  }

  /** @param frameOfLeaf the frame of a leaf, from that of the item around it */
  built(frameOfLeaf: (parent: Frame | undefined, message: BoundMessage, index: number) => Frame): Items {
    const { count, messages, titles, frames } = this;
    const parents = this.parents.slice(0, count);
    const indexes = this.indexes.slice(0, count);
    return {
      count,
      kinds: this.kinds.slice(0, count),
      depths: this.depths.slice(0, count),
      parents,
      skips: this.skips.slice(0, count),
      indexes,
      documents: this.documents.slice(0, count),
      messages,
      titles,
      frame(item) {
        const message = messages[item];
        if (message === undefined) return undefined;
        return frames.get(item) ?? frameOfLeaf(frames.get(parents[item] ?? -1), message, indexes[item] ?? 0);
      },
    };
  }

  private grow(): void {
    this.size *= 2;
    const grown = <T extends Uint8Array | Int32Array>(old: T, made: T): T => {
      made.set(old);
      return made;
    };
    this.kinds = grown(this.kinds, new Uint8Array(this.size));
    this.depths = grown(this.depths, new Uint8Array(this.size));
    this.parents = grown(this.parents, new Int32Array(this.size));
    this.skips = grown(this.skips, new Int32Array(this.size));
    this.indexes = grown(this.indexes, new Int32Array(this.size));
    this.documents = grown(this.documents, new Int32Array(this.size));
  }
}
