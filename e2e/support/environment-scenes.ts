import { expect, type Page } from '@playwright/test';
import { writeTar } from '@/lib/environments/tar-write';
import type { Scene } from './pages';

/** Forms of agents and tasks in environments, after the choice that shows their fields. */
export const ENVIRONMENT_SCENES: readonly Scene[] = [
  { name: 'agent-terminal', path: '/agents/new', arrange: (page) => chooseAgent(page, 'Terminal') },
  { name: 'agent-appworld', path: '/agents/new', arrange: (page) => chooseAgent(page, 'AppWorld') },
  {
    name: 'dataset-tasks-appworld',
    path: '/datasets/import/tasks',
    arrange: async (page) => {
      await page.getByRole('radio', { name: 'AppWorld' }).click();
      await page.getByLabel('Task ids').fill('fac291d_1 fac291d_2 50e1ac9_1');
    },
  },
  { name: 'dataset-tasks-faults', path: '/datasets/import/tasks', arrange: addBrokenTasks },
];

/** The limits have defaults by kind, so they are shown too. */
async function chooseAgent(page: Page, kind: string): Promise<void> {
  await page.getByRole('radio', { name: kind }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByLabel('Model calls')).toBeVisible();
}

/** Three tasks: a wrong value, no instruction, a file that is no TOML. */
async function addBrokenTasks(page: Page): Promise<void> {
  const files = {
    'count-the-seeds-of-each-lot/task.toml': 'version = "1.0"\n[agent]\ntimeout_sec = "long"\n',
    'count-the-seeds-of-each-lot/instruction.md': 'Count the seeds.',
    'fix-the-build/task.toml': 'version = "1.0"\n',
    'sort-the-lines/task.toml': 'version = \n',
    'sort-the-lines/instruction.md': 'Sort the lines.',
  };
  const archive = writeTar(
    Object.entries(files).map(([path, text]) => ({
      ...{ path: `/${path}`, content: Buffer.from(text), isExecutable: false },
    })),
  );
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([{ name: 'tasks.tar', mimeType: 'application/x-tar', buffer: Buffer.from(archive) }]);
  await page.getByLabel('Name', { exact: true }).fill('Tasks with faults');
  await page.getByRole('button', { name: 'Add tasks' }).click();
  await expect(page.getByRole('table', { name: 'Faults of tasks' })).toBeVisible();
}
