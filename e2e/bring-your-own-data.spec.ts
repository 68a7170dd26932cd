import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { DatasetView } from '@/lib/contracts/datasets';
import type { Api } from './support/api';
import { practiceProvider } from './support/experiments';
import { statusBadge, vital, waitForRollouts } from './support/run-page';
import { openSingleRun } from './support/single-run';
import { expect, test } from './support/test';

/** From a person's own file to a finished run on it, all in the browser. */

const REAL_FOLDER = '../shared/data/formula';
const REAL_FILES = ['formula_train_subset_500.jsonl', 'formula_val_subset_300.jsonl'];

test('A line that cannot be read is named by file and line, and nothing of the file is imported', {
  tag: '@full',
}, async ({ page, api }) => {
  const lines = ownLines();
  lines[36] = '{"context": "Use formula Current Ratio to answer';
  await chooseFiles(page, [fileOf('torn.jsonl', lines)]);
  const faults = page.getByRole('table', { name: 'Lines that could not be read' });
  await expect(faults.getByRole('row')).toHaveCount(2);
  await expect(faults).toContainText('torn.jsonl:37');
  await expect(page.getByRole('button', { name: /^Import / })).toBeDisabled();
  await expect(page.getByText('Fix the files, or leave the unreadable lines out.')).toBeVisible();

  const refused = await page.request.post('/api/v1/datasets', {
    headers: { origin: new URL(page.url()).origin },
    multipart: { files: fileOf('torn.jsonl', lines), options: JSON.stringify({ name: 'Torn' }) },
  });
  expect(refused.status()).toBe(400);
  expect(JSON.stringify(await refused.json())).toContain('torn.jsonl:37');
  expect((await datasets(api)).map((dataset) => dataset.name)).not.toContain('Torn');
});

test('A file of one’s own becomes a data set, a split, an experiment and a finished run', async ({
  page,
  api,
}) => {
  const name = `Own formulas ${Date.now()}`;
  await chooseFiles(page, [fileOf('own.jsonl', ownLines())]);
  await expect(page.getByRole('radio', { name: 'Formula' })).toBeChecked();
  await expect(page.getByRole('table', { name: 'First examples' })).toContainText('current ratio');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('checkbox', { name: /^Register a split: 30 train, 30 held-out/ }).uncheck();
  await page.getByRole('button', { name: 'Import 60 examples' }).click();
  await expect(page).toHaveURL(/\/datasets\/(?!import)/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await registerSplit(page, async (dialog) => {
    await dialog.getByRole('radio', { name: 'Counts' }).click();
    await fillParts(dialog, { train: 40, selection: 0, 'held-out': 20, confirmation: 0 });
  });
  await expect(page.getByRole('table', { name: 'Registered splits' })).toContainText(
    /Open\s*40\s*0\s*20\s*0/,
  );

  await page.goto('/experiments/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Task').selectOption('Formula (formula)');
  await page.getByLabel('Data set').selectOption(`${name} (60)`);
  await expect(page.getByText('40 train, 0 selection, 20 held-out, 0 confirmation')).toBeVisible();
  const { id: providerId } = await practiceProvider(api, 'fast');
  await page.getByRole('combobox', { name: 'Model' }).selectOption(providerId);
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page).toHaveURL(/\/experiments\/(?!new)/);

  await openSingleRun(page);
  const dialog = page.getByRole('dialog', { name: `Run ${name}` });
  await dialog.getByLabel('Kind').selectOption('Comparison point');
  await dialog.getByLabel('Batch size').fill('20');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(statusBadge(page, 'Finished')).toBeVisible();
  await waitForRollouts(page, 40);
  await expect(vital(page, 'Held-out score')).toContainText(/%.*95\s% .*n\s=\s20/s);
});

async function importPublished({ page }: { page: Page }) {
  await chooseFiles(
    page,
    REAL_FILES.map((file) => `${REAL_FOLDER}/${file}`),
  );
  await page.getByLabel('Name').fill(`Published Formula ${Date.now()}`);
  await page.getByRole('button', { name: /^Import / }).click();
  await expect(page).toHaveURL(/\/datasets\/(?!import)/);
  await registerSplit(page, async (dialog) => {
    await dialog.getByRole('radio', { name: 'By file' }).click();
    const [train, heldOut] = REAL_FILES;
    await dialog.getByLabel(`What becomes of ${train}`).selectOption('Parted by counts');
    await fillParts(dialog, { train: 250, selection: 100, confirmation: 150, 'held-out': 0 });
    await dialog.getByLabel(`What becomes of ${heldOut}`).selectOption('All into held-out');
  });
  await expect(page.getByRole('table', { name: 'Registered splits' })).toContainText(
    /Open\s*250\s*100\s*300\s*150/,
  );
}

const published = 'The published Formula files become the 250 / 100 / 150 and 300 split';
if (existsSync(REAL_FOLDER)) test(published, { tag: '@full' }, importPublished);
else test.skip(`${published} (not tried: there is no ${REAL_FOLDER})`, importPublished);

/** Sixty examples in the shape of the Formula files, with texts of their own. */
function ownLines(): string[] {
  return Array.from({ length: 60 }, (_, index) => {
    const liabilities = 100 + index;
    const assets = liabilities * 2 + index;
    return JSON.stringify({
      context: `Use formula Current Ratio to answer the question. Question: "Bakery number ${index} owns current assets of $${assets} and owes $${liabilities} within a year. What is its current ratio?". Answer:`,
      target: (assets / liabilities).toFixed(2),
    });
  });
}

function fileOf(name: string, lines: readonly string[]) {
  return { name, mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) };
}

async function chooseFiles(page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) {
  await page.goto('/datasets/import');
  await page.getByLabel('Drop files here, or choose them').setInputFiles(files);
  await expect(page.getByRole('heading', { name: '2. Columns' })).toBeVisible();
}

async function registerSplit(page: Page, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('tab', { name: /^Splits/ }).click();
  await page.getByRole('button', { name: 'Register a split' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Register a split' });
  await dialog.getByLabel('Name').fill('Proof');
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog).toBeHidden();
}

async function fillParts(dialog: ReturnType<Page['getByRole']>, parts: Readonly<Record<string, number>>) {
  for (const [name, count] of Object.entries(parts))
    await dialog.getByLabel(name, { exact: true }).fill(String(count));
}

async function datasets(api: Api): Promise<readonly DatasetView[]> {
  return (await api.get<{ items: DatasetView[] }>('/api/v1/datasets')).items;
}
