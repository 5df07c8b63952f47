/** Preloaded into a measured process: writes its time and peak memory to a file when it ends. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env.CFGTOOL_BENCH_USAGE;
  if (file) writeFileSync(file, JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024 }));
});
