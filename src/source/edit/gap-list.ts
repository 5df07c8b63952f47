/**
 * The present entries of a list, with a gap where the last edit was: edits that go through a long list in order, each
 * at the place of the one before or beside it, do not shift all that follows each time.
 */
export class GapList<T> {
  readonly #before: T[] = [];
  /** Those behind the gap, the last one first. */
  readonly #after: T[] = [];

  get length(): number {
    return this.#before.length + this.#after.length;
  }

  at(index: number): T | undefined {
    const beyond = index - this.#before.length;
    return beyond < 0 ? this.#before[index] : this.#after[this.#after.length - 1 - beyond];
  }

  push(item: T): void {
    this.insert(this.length, item);
  }

  insert(index: number, item: T): void {
    this.#openAt(index);
    this.#before.push(item);
  }

  remove(index: number): void {
    this.#openAt(index);
    this.#after.pop();
  }

  map<R>(of: (item: T) => R): R[] {
    this.#openAt(this.length);
    return this.#before.map(of);
  }

  #openAt(index: number): void {
    move(this.#before, this.#after, this.#before.length - index);
    move(this.#after, this.#before, index - this.#before.length);
  }
}

function move<T>(from: T[], to: T[], count: number): void {
  for (let left = count; left > 0; left--) {
    const item = from.pop();
    if (item === undefined) return;
    to.push(item);
  }
}
