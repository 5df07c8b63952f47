import { expect, test } from 'vitest';
import { counted, countedLevel } from '../../src/source/counted.ts';

test('14.12 plurals of levels are made in one place', () => {
  expect(countedLevel(1, 'info')).toBe('1 info');
  expect(countedLevel(2, 'info')).toBe('2 infos');
  expect(countedLevel(1200, 'warning')).toBe('1,200 warnings');
  expect(countedLevel(2, 'breaking')).toBe('2 breaking');
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});
