import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { sharing } from './test/processes.ts';

const every = 'test/**/*.test.{ts,tsx}';
const shared = [...sharing()];

/** Files with a process of their own first: most are long, and a process that files share ends where another follows. */
class AloneFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isAlone = ({ project }: TestSpecification): boolean => project.name === 'alone';
    return [...sorted.filter(isAlone), ...sorted.filter((each) => !isAlone(each))];
  }
}

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    sequence: { sequencer: AloneFirst },
    // Each processor: tests start many processes and wait for them.
    maxWorkers: '100%',
    // Far beyond what any takes: a machine with two cores may be busy with something else, and no test measures time.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    projects: [
      { extends: true, test: { name: 'alone', include: [every], exclude: shared } },
      { extends: true, test: { name: 'together', include: shared, isolate: false } },
    ],
  },
});
