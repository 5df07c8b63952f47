/** A slice of `npm run proxy -- --mode releases`: what a release refuses is what its program refuses. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { tryReleases } from '../../scripts/proxy/releases-mode.ts';
import { type Release, releaseNamed } from '../../src/schema/release.ts';
import { PROXY } from './program.ts';

/** The release that the program says it is. */
function releaseOf(program: string): Release {
  const [, version = ''] =
    /\/(\d+\.\d+\.\d+)[^/]*\//.exec(execFileSync(program, ['--version']).toString()) ?? [];
  const release = releaseNamed(version);
  if (release === undefined) throw new Error(`${program} names no release`);
  return release;
}

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  it('fields and types around its release are refused by both or by neither', {
    timeout: 180_000,
  }, async () => {
    const program = PROXY ?? '';
    const { asked, takenByBoth, different } = await tryReleases(program, releaseOf(program), 30, () => {});
    expect(different).toEqual([]);
    expect(asked).toBe(30);
    expect(takenByBoth).toBeGreaterThan(2);
  });
});
