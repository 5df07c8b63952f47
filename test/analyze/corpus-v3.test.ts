/** No false alarm in real configurations of version 3: each error in a file that a proxy took was judged. */
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/source/errors.ts';
import { errorsIn, isNamed, judged, listed, openedV3, undecidable } from './corpus-v3.ts';

const files = listed();

test('every judged error has its reason', () => {
  expect(judged().filter(({ why }) => why === '')).toEqual([]);
});

describe.skipIf(files.length === 0)('real configurations of version 3', () => {
  test('errors in files that a proxy took are those that were judged', () => {
    const found = files
      .filter(({ isNegative }) => !isNegative)
      .flatMap(({ file }) => {
        const opened = openedV3(file);
        if (opened instanceof InputError) return [];
        return errorsIn(opened).map(({ rule, pointer }) => `${file} ${rule} ${pointer}`);
      });
    expect(found.sort()).toEqual(
      judged()
        .map(({ file, rule, pointer }) => `${file} ${rule} ${pointer}`)
        .sort(),
    );
  });

  test('nothing else breaks: each is read, or refused with a place', () => {
    for (const { file } of files) {
      const opened = openedV3(file);
      if (opened instanceof InputError) expect(opened.details.problem, file).not.toBe('');
    }
  });

  test('what the unit tests of the proxy want refused is named, or it is listed why the text alone does not show it', () => {
    const unnamed = files.filter((each) => each.isNegative && !isNamed(each)).map(({ file }) => file);
    expect(unnamed.sort()).toEqual([...undecidable().keys()].sort());
    expect([...undecidable().values()]).not.toContain('');
  });
});
