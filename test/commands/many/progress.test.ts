import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { besideProgress, ProgressDisplay } from '../../../src/commands/many/many-command.ts';
import { noPaint } from '../../../src/present/text.ts';
import { progressLine } from '../../../src/report/terminal.ts';
import { BIN, cfgtool, temporaryFolder } from '../run.ts';
import { writeAll } from './fleet.ts';

describe('progressLine', () => {
  it('shows a bar, the count, the rest and the input', () => {
    expect(progressLine({ done: 30, total: 120, elapsed: 10_000, name: 'configs/a.yaml' }, 100)).toBe(
      '[======>                 ] 30 of 120  about 30 s left  configs/a.yaml',
    );
    expect(progressLine({ done: 3000, total: 12_000, elapsed: 600_000, name: 'a.yaml' }, 100)).toContain(
      '3,000 of 12,000  about 30 min left',
    );
  });

  it('cuts the front of a long name, and drops what there is no room for', () => {
    const progress = { done: 1, total: 2, elapsed: 0, name: `${'deep/'.repeat(40)}front.yaml` };
    expect(progressLine(progress, 70)).toMatch(/ {2}…[^ ]*\/front\.yaml$/);
    expect(progressLine(progress, 40)).toMatch(/1 of 2$/);
    expect(progressLine(progress, 10)).toBe('1 of 2');
  });

  it('law: is narrower than the terminal and steers nothing', () => {
    fc.assert(
      fc.property(
        fc.record({
          total: fc.integer({ min: 1, max: 1_000_000 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          elapsed: fc.integer({ min: 0, max: 1e9 }),
          name: fc.string({ unit: 'binary' }),
          width: fc.integer({ min: 1, max: 300 }),
        }),
        ({ total, share, elapsed, name, width }) => {
          const line = progressLine({ done: Math.floor(total * share), total, elapsed, name }, width);
          expect(line.length).toBeLessThan(Math.max(width, 1));
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
          expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        },
      ),
    );
  });
});

describe('ProgressDisplay', () => {
  const display = () => {
    const clock = { now: 0 };
    const written: string[] = [];
    const stream = { write: (text: string) => void written.push(text), width: () => 80 };
    return { clock, written, progress: new ProgressDisplay(stream, () => clock.now) };
  };

  it('waits, then draws ten times a second at most, over the line before', () => {
    const { clock, written, progress } = display();
    for (; clock.now < 5000; clock.now += 7) progress.at(Math.floor(clock.now / 7), 1000, 'a.yaml');
    expect(written.length).toBeGreaterThan(30);
    expect(written.length).toBeLessThanOrEqual(48);
    for (const text of written) {
      expect(text.startsWith('\r[')).toBe(true);
      expect(text.endsWith('\u001b[K')).toBe(true);
    }
  });

  it('draws nothing for one input, nor for a few that are done in a second', () => {
    const { clock, written, progress } = display();
    for (; clock.now < 900; clock.now += 100) progress.at(clock.now / 100, 9, 'a.yaml');
    for (; clock.now < 5000; clock.now += 100) progress.at(0, 1, 'a.yaml');
    progress.clear();
    expect(written).toEqual([]);
  });

  it('goes away for a note and for a result that is seen, and at the end', async () => {
    const { clock, written, progress } = display();
    const streams = {
      note: (text: string) => void written.push(text),
      result: async (text: string) => void written.push(text),
      resultPaint: noPaint,
      notePaint: noPaint,
      resultIsSeen: true,
      columns: 80,
    };
    const terminal = besideProgress(streams, progress);
    progress.at(0, 100, 'a.yaml');
    clock.now = 2000;
    progress.at(50, 100, 'b.yaml');
    const line = written.pop()?.slice(1, -3) ?? '';
    terminal.note('a note\n');
    await terminal.result('a result\n');
    progress.clear();
    expect(written).toEqual(['\r\u001b[K', 'a note\n', line, '\r\u001b[K', 'a result\n']);
  });
});

const hasTmux = spawnSync('tmux', ['-V']).status === 0;

describe('on a terminal', () => {
  const folder = temporaryFolder();
  const session = `cfgtool-progress-${process.pid}`;
  const tmux = (...args: readonly string[]) =>
    execFileSync('tmux', ['-L', session, ...args], { encoding: 'utf8' });
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  afterAll(() => {
    spawnSync('tmux', ['-L', session, 'kill-server']);
  });

  it.skipIf(!hasTmux)('is drawn while the run lasts, and leaves nothing behind', async () => {
    const files = Array.from({ length: 300 }, (_, file) => {
      const clusters = Array.from(
        { length: 150 },
        (_, at) => `- { name: c${file}-${at}, connect_timeout: 1s }\n`,
      );
      return [`fleet/${file}.yaml`, `clusters:\n${clusters.join('')}`] as const;
    });
    writeAll(folder.path, Object.fromEntries(files));
    tmux('new-session', '-d', '-x', '90', '-y', '12', '-s', 'run', '-c', folder.path, 'sh');
    tmux(
      'send-keys',
      '-t',
      'run',
      `clear; '${process.execPath}' '${BIN}' analyze fleet -o out.json --format json; echo ended`,
      'Enter',
    );
    let shown = '';
    const seen: string[] = [];
    for (let tries = 0; tries < 600 && !/^ended/m.test(shown); tries++) {
      shown = tmux('capture-pane', '-p', '-t', 'run');
      const line = shown.split('\n').find((each) => /\d+ of 300/.test(each));
      if (line !== undefined) seen.push(line);
      await wait(50);
    }
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((line) => /^\[=*>? *\] \d+ of 300/.test(line))).toBe(true);
    expect(shown).toMatch(/^ended/m);
    expect(shown).not.toContain('of 300');
  });

  it('is not there without a terminal', () => {
    expect(
      cfgtool(['analyze', 'fleet', '--format', 'json', '--output', 'out.json'], { cwd: folder.path }).err,
    ).toBe('out.json: written\n');
  });
});
