/**
 * The shapes of `npm run fuzz -- --mode slopes` (docs/reliability.md) are what they are said to be: each can be read at
 * every size, and its text grows with the count. How long a command takes is measured there, not here.
 */
import { describe, expect, it } from 'vitest';
import { openConfiguration } from '../../src/model/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import { slopeCommands } from './shape.ts';
import { shapes } from './shapes.ts';
import { judged } from './slopes.ts';

it('every shape has a name of its own, and every command has some', () => {
  const ids = shapes.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(80);
  for (const command of slopeCommands)
    expect(shapes.some(({ commands }) => commands.includes(command))).toBe(true);
});

describe.each(shapes)('$id', ({ text, changed, tests, url, commands, isJson }) => {
  it('14.b4 can be read, and grows with its count', () => {
    const total = (count: number): number =>
      [text, changed, tests, url].reduce((sum, make) => sum + (make?.(count).length ?? 0), 0);
    expect(total(90)).toBeGreaterThan(total(30));
    if (commands.includes('report')) return;
    for (const made of [text(10), ...(changed === undefined ? [] : [changed(10)])]) {
      const file = sourceFile(isJson ? 'in.json' : 'in.yaml', made, 'named');
      expect(() => openConfiguration(file, {})).not.toThrow(InputError);
    }
  });
});

describe('how rows are judged', () => {
  const cost = (cpu: number, peak = 100e6) => ({ cpu, peak, size: 1, code: 0 });
  const start = cost(200, 60e6);

  it('14.b4 nine times the time for three times the input is a fault, three times is none', () => {
    expect(judged([cost(300), cost(900), cost(6500)], start).faults).toEqual(['time grows 9.0 times']);
    expect(judged([cost(300), cost(900), cost(2300)], start).faults).toEqual([]);
  });

  it('what takes little is not judged by its slope, what takes longer than stated is', () => {
    expect(judged([cost(200), cost(210), cost(900)], start)).toMatchObject({ time: undefined, faults: [] });
    expect(judged([cost(30_000), cost(35_000), cost(41_000)], start).faults).toEqual(['it takes 41 s']);
  });

  it('memory that grows with the square of the input is a fault', () => {
    const costs = [cost(300, 100e6), cost(900, 160e6), cost(2300, 960e6)] as const;
    expect(judged(costs, start).faults).toEqual(['memory grows 9.0 times']);
  });
});
