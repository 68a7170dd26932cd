import { expect, type Page } from '@playwright/test';
import { press, type Scene } from './pages';

/** What forms show only once something rare is chosen or found in them. */

const NEW_TASK = { path: '/experiments/new', button: 'New task' } as const;

async function newTask(page: Page) {
  await press(page, NEW_TASK.button);
  return page.getByRole('dialog');
}

export const FORM_SCENES: readonly Scene[] = [
  {
    name: 'task-dialog-http',
    path: NEW_TASK.path,
    arrange: async (page) => {
      const dialog = await newTask(page);
      await dialog.getByLabel('Name', { exact: true }).fill('Scored by our own service');
      await dialog.getByLabel('Scoring').selectOption('http');
      await expect(dialog.getByLabel('Address')).toBeVisible();
    },
  },
  {
    name: 'task-dialog-artefact',
    path: NEW_TASK.path,
    arrange: async (page) => {
      const dialog = await newTask(page);
      await dialog.getByLabel('Scoring').selectOption('http');
      await dialog.getByLabel('What is scored').selectOption('multiTask');
      await dialog.getByLabel('Tasks', { exact: true }).scrollIntoViewIfNeeded();
    },
  },
];

/** Those that are as long as the page. */
export const LONG_FORM_SCENES: readonly Scene[] = [
  {
    name: 'experiment-ace',
    path: '/experiments/new',
    arrange: async (page) => {
      await page.getByLabel('Edits', { exact: true }).selectOption('all');
      await page.getByLabel('Mode', { exact: true }).selectOption('online');
      await page.getByLabel('Show the expected answer to the reflector').uncheck();
      await page.getByLabel('Longest proposer reply').fill('32000');
    },
  },
  { name: 'import-privacy', path: '/datasets/import', arrange: choosePersonalFile },
];

async function choosePersonalFile(page: Page): Promise<void> {
  const lines = Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({
      question: `Client ${index} writes from anna.example${index}@mail.example about current assets of $${300 + index}. What is the current ratio?`,
      target: '2.10',
    }),
  );
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([
      { name: 'clients.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) },
    ]);
  await expect(page.getByRole('table', { name: 'Personal and secret data by kind' })).toBeVisible();
}
