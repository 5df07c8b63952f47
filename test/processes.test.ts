/** What changes its process does not share it. */
import { expect, test } from 'vitest';
import { sharing } from './processes.ts';

test('a file that mocks a module, changes the folder or reads its processor time shares no process', () => {
  const files = sharing();
  expect(files).toContain('test/routing/tls.test.ts');
  expect(files).not.toContain('test/migrate/refused-units.test.ts');
  expect(files).not.toContain('test/names/names.test.ts');
  // Its helper asks for the time.
  expect(files).not.toContain('test/source/hostile.test.ts');
  expect(files.filter((each) => !/^test\/[a-z]+\/.*\.test\.tsx?$/.test(each))).toEqual([]);
});
