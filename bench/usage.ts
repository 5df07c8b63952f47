/** Preloaded into a measured process: writes what it has cost to a file when it ends. */
import { writeFileSync } from 'node:fs';

export interface Usage {
  /** Milliseconds of processor time from the start of node to its end, those of all its threads. */
  readonly cpu: number;
  /** Largest resident set, in bytes. */
  readonly peak: number;
}

process.on('exit', () => {
  const file = process.env.CFGTOOL_BENCH_USAGE;
  if (!file) return;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = { cpu: (userCPUTime + systemCPUTime) / 1000, peak: maxRSS * 1024 };
  writeFileSync(file, JSON.stringify(usage));
});
