import { expect, type Page } from '@playwright/test';
import { openAdvanced } from './experiment-form';
import { press, type Scene } from './pages';

/** Parts of forms that appear only after a rare choice or finding. */

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

/** Scenes as tall as the page. */
export const LONG_FORM_SCENES: readonly Scene[] = [
  {
    name: 'experiment-ace',
    path: '/experiments/new',
    arrange: async (page) => {
      await openAdvanced(page, 'Models by role', 'Method');
      await page.getByLabel('Edits', { exact: true }).selectOption('all');
      await page.getByLabel('Mode', { exact: true }).selectOption('online');
      await page.getByLabel('Show the expected answer to the reflector').uncheck();
      await page.getByLabel('Longest proposer reply').fill('32000');
    },
  },
  { name: 'import-privacy', path: '/datasets/import', arrange: choosePersonalFile },
  { name: 'import-columns', path: '/datasets/import', arrange: chooseUnclearFile },
  { name: 'import-labels', path: '/datasets/import', arrange: chooseTornLabels },
];

/** No column name identifies the question or the expected value. */
async function chooseUnclearFile(page: Page): Promise<void> {
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Printer ${index} prints blank pages,IT,Toner ${index}`,
  );
  await chooseCsv(page, 'tickets.csv', ['text,team,part', ...rows]);
  await expect(page.getByRole('button', { name: 'Use these columns' })).toBeVisible();
}

/** Blank expected values, and questions with different answers in two files. */
async function chooseTornLabels(page: Page): Promise<void> {
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Which part fails in printer ${index}?,${index % 5 === 0 ? '' : 'Toner'}`,
  );
  await chooseCsv(page, 'labels.csv', ['question,answer', ...rows, 'Which part fails in printer 1?,Drum']);
  await expect(page.getByRole('table', { name: 'First examples' })).toBeVisible();
}

async function chooseCsv(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }]);
}

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
