import { existsSync } from 'node:fs';

/** What `npm test` runs, as data. Each step is a process of its own; `counts` says how its tests are counted. */

export interface TestStep {
  readonly name: string;
  readonly what: string;
  /** Arguments for Node. */
  readonly args: readonly string[];
  /** Neighbours that name the same company run side by side; what they print is shown one after the other. */
  readonly beside?: 'checks' | 'waiting' | 'apps';
  readonly counts?: 'vitest' | 'playwright' | 'closingLine';
  /** Not run when that step failed. */
  readonly needs?: string;
}

const GOLDEN_FIXTURES = 'lib/testing/golden/fixtures';
/** Vectors of the team, where they lie beside the project. */
const GOLDEN_BESIDE = '../shared/vectors';

export function testSteps(): TestStep[] {
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
    vitest('unit'),
    // The database tests mostly wait for heartbeats and restarts, while the build needs a processor.
    { ...vitest('db', '--maxWorkers=3'), beside: 'waiting' },
    {
      name: 'build',
      what: 'production build',
      args: ['--import', 'tsx', 'server/commands/build.ts'],
      beside: 'waiting',
      needs: 'generate',
    },
    vitest('view'),
    {
      name: 'rules',
      what: 'rules at their doors',
      args: ['--import', 'tsx', 'server/commands/rules.ts'],
      counts: 'closingLine',
      needs: 'generate',
    },
    ...[GOLDEN_FIXTURES, GOLDEN_BESIDE]
      .filter((folder) => existsSync(folder))
      .map((folder) => golden(folder)),
    {
      name: 'e2e',
      what: 'journeys in a browser',
      args: [bin('@playwright/test/cli.js'), 'test'],
      counts: 'playwright',
      needs: 'build',
      beside: 'apps',
    },
    {
      name: 'chaos',
      what: 'killed processes, and the books after them',
      args: ['--import', 'tsx', 'server/commands/chaos.ts', '--kills', '3', '--away-seconds', '5'],
      counts: 'closingLine',
      needs: 'build',
      // Mostly waits for the silence of the dead to be noticed.
      beside: 'apps',
    },
    // Alone, because it measures. A fifth of the scenario and limits with room: the whole has a command of its own.
    {
      name: 'pages',
      what: 'speed of the pages, on a fifth of huge',
      args: ['--import', 'tsx', 'e2e/measure/main.ts', '--relaxed', '4', '--portion', '0.2', '--brief'],
      counts: 'closingLine',
      needs: 'build',
    },
  ];
}

function vitest(project: string, ...more: string[]): TestStep {
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', project, '--passWithNoTests', ...more];
  return { name: project, what: `tests: ${project}`, args, counts: 'vitest', needs: 'generate' };
}

function golden(folder: string): TestStep {
  const args = ['--import', 'tsx', 'server/commands/golden.ts', folder];
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
