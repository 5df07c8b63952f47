import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GapList } from '../../../src/source/edit/overlay.ts';

it('14.b4 a list with a gap holds what a plain one does, whatever the order of the edits', () => {
  const edit = fc.record({ at: fc.nat(), insert: fc.boolean(), value: fc.nat(9) });
  fc.assert(
    fc.property(fc.array(fc.nat(9)), fc.array(edit, { maxLength: 40 }), (start, edits) => {
      const plain = [...start];
      const list = new GapList<number>();
      for (const item of start) list.push(item);
      for (const { at, insert, value } of edits) {
        const index = at % (plain.length + 1);
        if (insert) {
          plain.splice(index, 0, value);
          list.insert(index, value);
        } else if (index < plain.length) {
          plain.splice(index, 1);
          list.remove(index);
        }
        expect(list.length).toBe(plain.length);
        expect(list.at(index)).toBe(plain[index]);
      }
      expect(list.map((item) => item)).toEqual(plain);
    }),
  );
});
