/** Goes through the shapes and tells of each row. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, type Place } from './measure.ts';
import type { Shape, SlopeCommand } from './shape.ts';
import { shapes } from './shapes.ts';
import { type SlopeRow, slopeOf } from './slopes.ts';

export interface SlopesOptions {
  /** Ids; all where none is given. */
  readonly wanted: readonly string[];
  readonly command: SlopeCommand | undefined;
  readonly format: 'text' | 'markdown';
  /** Asked between rows: whether to end early. */
  stops(): boolean;
  tell(line: string): void;
}

/** @returns whether every row holds */
export function trySlopes({ wanted, command, format, stops, tell }: SlopesOptions): boolean {
  const work = mkdtempSync(join(tmpdir(), 'cfgtool-slopes-'));
  const place: Place = { root: process.cwd(), work: join(work, 'files') };
  const starts = new Map<SlopeCommand, { readonly cpu: number; readonly peak: number }>();
  const started = (each: SlopeCommand) => {
    const known = starts.get(each) ?? startOf(place, each);
    starts.set(each, known);
    return known;
  };
  let [tried, failed] = [0, 0];
  try {
    if (format === 'markdown')
      tell('| shape | command | size | time | × | memory | × |\n|---|---|---|---|---|---|---|');
    for (const shape of shapes) {
      if (wanted.length > 0 && !wanted.includes(shape.id)) continue;
      for (const each of shape.commands) {
        if (command !== undefined && each !== command) continue;
        if (stops()) return false;
        const row = slopeOf(place, shape, each, started(each));
        tried++;
        if (row.fault !== undefined) failed++;
        tell(format === 'markdown' ? markdownOf(row) : textOf(row));
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (format === 'text') tell(`${tried} rows, ${failed} failed`);
  return failed === 0;
}

export function shapeIds(): readonly string[] {
  return shapes.map(({ id }) => id);
}

/** What the command costs over hardly anything; the least of three. */
function startOf(place: Place, command: SlopeCommand): { readonly cpu: number; readonly peak: number } {
  const small = shapes.find(({ commands }: Shape) => commands.includes(command));
  const costs = [0, 1, 2].flatMap(() => {
    const cost = small === undefined ? undefined : measure(place, small, command, 1);
    return cost === undefined || 'ended' in cost ? [] : [cost];
  });
  return {
    cpu: Math.min(...costs.map(({ cpu }) => cpu)),
    peak: Math.min(...costs.map(({ peak }) => peak)),
  };
}

function textOf({ shape, command, largest, time, memory, fault }: SlopeRow): string {
  const cost = largest === undefined ? '' : `: ${costOf(largest, time, memory).join(', ')}`;
  const words = `${command} --shape ${shape.id} (${largest?.count ?? shape.most} ${shape.about})${cost}`;
  return fault === undefined ? words : `FAILED ${words}\n  ${fault}`;
}

function markdownOf({ shape, command, largest, time, memory, fault }: SlopeRow): string {
  const what = `${largest?.count ?? shape.most} ${shape.about}`;
  if (largest === undefined) return `| ${what} | ${command} | ${fault} | | | | |`;
  const [size, cpu, grows, peak, swells] = costOf(largest, time, memory);
  const mark = fault === undefined ? '' : ' **too fast**';
  return `| ${what} | ${command} | ${size} | ${cpu} | ${grows}${mark} | ${peak} | ${swells} |`;
}

function costOf(
  { size, cpu, peak }: NonNullable<SlopeRow['largest']>,
  time: number | undefined,
  memory: number | undefined,
): readonly string[] {
  const times = (slope: number | undefined): string => (slope === undefined ? 'small' : slope.toFixed(1));
  return [
    `${(size / 1000).toFixed(0)} kB`,
    `${(cpu / 1000).toFixed(1)} s`,
    times(time),
    `${(peak / 1e6).toFixed(0)} MB`,
    times(memory),
  ];
}
