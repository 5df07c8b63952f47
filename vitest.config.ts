import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Generous: a machine with two cores may be busy with something else, and no test measures time.
    setupFiles: ['test/setup.ts'],
    // Each processor: tests start many processes and wait for them.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
