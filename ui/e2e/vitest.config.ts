/** Configuration of the browser tests: the built screens, served by the real binary, in Chromium. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than a minute, the longest first. One that begins last keeps a core waiting. */
const LONG = [
  'machine',
  'devices',
  'approvals',
  'orders',
  'head/changes',
  'small-screens',
  'table-service',
  'drawer',
  'quick-service',
  'taps',
  'till',
  'head/bars',
];

/** Begins with the long files; the others follow as vitest sorts them. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['**/*.e2e.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Each file has a box and a browser of its own. Three at a time on two cores: many wait for a restart, a contact or a clock.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // In CI a failed test is retried once; the output still names it.
    retry: process.env.CI ? 1 : 0,
  },
});
