import { existsSync } from 'node:fs';

/**
 * The steps of `npm test` and of `npm run test:full`, as data. Each step is a process of its own; `counts` says how its
 * tests are counted. Both run the same steps: the quick one with one kill, one page at scale and one journey a
 * capability, the full one with all of them.
 */

export interface TestStep {
  readonly name: string;
  readonly what: string;
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Neighbours that name the same company run side by side; what they print is shown one after the other. */
  readonly beside?: 'checks' | 'waiting' | 'apps';
  readonly counts?: 'vitest' | 'playwright' | 'closingLine';
  /** Not run when that step failed. */
  readonly needs?: string;
}

/** The team's vectors, where they are next to the project, contain the bundled ones. */
const GOLDEN_FOLDERS = ['../shared/vectors', 'lib/testing/golden/fixtures'];
/** Journeys with this tag repeat what others prove, on every page or in every state. */
const FULL_JOURNEYS = '@full';

export interface TestScope {
  readonly isFull: boolean;
  /** Where each step leaves its report, named after the step. */
  readonly reports: string;
}

export function testSteps(scope: TestScope): TestStep[] {
  const { isFull } = scope;
  return [
    // Leaves its stamp, so that the build beside the database tests does not take the client from under them.
    {
      name: 'generate',
      what: 'database client',
      args: ['--import', 'tsx', 'server/commands/build.ts', 'client'],
    },
    {
      name: 'types',
      what: 'types',
      args: [bin('typescript/bin/tsc'), '--noEmit'],
      beside: 'checks',
      needs: 'generate',
    },
    {
      name: 'lint',
      what: 'lint and format',
      args: [bin('@biomejs/biome/bin/biome'), 'ci', '--reporter=summary'],
      beside: 'checks',
    },
    {
      name: 'architecture',
      what: 'rules of the house',
      args: ['--import', 'tsx', 'server/commands/architecture/main.ts'],
      beside: 'checks',
    },
    {
      name: 'words',
      what: 'words and phrases to leave',
      args: ['--import', 'tsx', 'server/commands/words/main.ts'],
      beside: 'checks',
    },
    {
      name: 'unused',
      what: 'unused files, exports and packages',
      args: [bin('knip/bin/knip.js')],
      beside: 'checks',
    },
    {
      name: 'tested-only',
      what: 'files that only tests reach',
      args: [bin('knip/bin/knip.js'), '--production', '--include', 'files'],
      beside: 'checks',
    },
    {
      name: 'diff',
      what: 'schema against migrations',
      args: ['--import', 'tsx', 'server/commands/schema-diff.ts'],
      beside: 'checks',
    },
    // As many workers as a small machine has processors: by default one of them stays free.
    vitest('unit', scope, ['unit', 'view', 'view-alone'], '--maxWorkers=2'),
    // The database tests mostly wait for heartbeats and restarts, while the build needs a processor.
    { ...vitest('db', scope, ['db', 'db-alone', 'rules'], '--maxWorkers=4'), beside: 'waiting' },
    {
      name: 'build',
      what: 'production build',
      args: ['--import', 'tsx', 'server/commands/build.ts'],
      beside: 'waiting',
      needs: 'generate',
    },
    {
      name: 'rules',
      what: 'rules at their doors',
      // Their tests have just run: only what they left in the reports is judged here.
      args: ['--import', 'tsx', 'server/tools/rules/main.ts', '--reports', scope.reports],
      counts: 'closingLine',
      needs: 'generate',
    },
    ...GOLDEN_FOLDERS.filter((folder) => existsSync(folder))
      .slice(0, 1)
      .map(golden),
    {
      name: 'e2e',
      what: isFull ? 'journeys in a browser' : 'a journey for each capability in a browser',
      args: [bin('@playwright/test/cli.js'), 'test', ...(isFull ? [] : ['--grep-invert', FULL_JOURNEYS])],
      counts: 'playwright',
      needs: 'build',
      beside: 'apps',
    },
    {
      name: 'chaos',
      what: 'killed processes, and the books after them',
      args: [
        ...['--import', 'tsx', 'server/tools/chaos/main.ts'],
        ...(isFull ? ['--kills', '25', '--workers', '3'] : ['--kills', '1']),
      ],
      counts: 'closingLine',
      needs: 'build',
      // Mostly waits for the silence of the dead to be noticed.
      beside: 'apps',
    },
    // Alone, because it measures; the limits leave room for slower machines.
    {
      name: 'pages',
      what: isFull ? 'speed of every page, on the scenario huge' : 'speed of one page, on a tenth of huge',
      args: [
        ...['--import', 'tsx', 'server/tools/measure/main.ts', '--relaxed', '4', '--brief'],
        ...(isFull ? [] : ['--portion', '0.1', 'script', 'interactive', '--page', 'run']),
      ],
      counts: 'closingLine',
      needs: 'build',
    },
  ];
}

function vitest(
  name: string,
  { isFull }: TestScope,
  projects: readonly string[],
  ...more: string[]
): TestStep {
  const chosen = projects.flatMap((project) => ['--project', project]);
  return {
    name,
    what: `tests: ${projects.join(' and ')}`,
    args: [bin('vitest/vitest.mjs'), 'run', ...chosen, '--passWithNoTests', ...more],
    env: isFull ? { WAGGLE_TEST_FULL: '1' } : {},
    counts: 'vitest',
    needs: 'generate',
  };
}

function golden(folder: string): TestStep {
  const args = ['--import', 'tsx', 'server/tools/golden/main.ts', folder];
  return { name: 'golden', what: `golden vectors in ${folder}`, args, counts: 'closingLine' };
}

function bin(path: string): string {
  return `node_modules/${path}`;
}

/** Only the named steps, or a sentence that says what is wrong with the names. */
export function chooseSteps(
  steps: readonly TestStep[],
  names: readonly string[],
): readonly TestStep[] | string {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    const known = [...new Set(steps.map((step) => step.name))].join(', ');
    return `There is no step ${unknown.join(', ')}: choose among ${known}.`;
  }
  return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name));
}
