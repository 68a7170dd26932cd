import type { Page } from '@playwright/test';
import { OWNER } from './support/account';
import { DESK_MODEL, deskLines, openDeskEndpoint } from './support/desk-endpoint';
import { makeExperiment, smallSplit } from './support/experiments';
import { statusBadge } from './support/run-page';
import { signIn } from './support/sign-in';
import { expect, test } from './support/test';

/** Run does the right thing: one plan from a person's own examples to a parallel run, and what it does where it may not. */

const ACTIONS_MAX = 8;

/** Fewer measurements than a diagnosis looks at, whatever the run learns: always undecided. */
const ONE_MEASUREMENT = { evaluation: { everyExamples: 12 } };

test.describe('from the sign-in page', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('Eighty examples of one’s own reach a parallel run in at most eight actions', async ({ page }) => {
    test.setTimeout(420_000);
    const name = `Own ratios ${Date.now()}`;
    const taken: string[] = [];
    const act = async (what: string, action: () => Promise<unknown>) => {
      taken.push(what);
      await action();
    };
    await act('sign in', () => signIn(page, OWNER));
    await act('give the file', () => chooseFile(page, name));
    await act('import it with the proposed split', async () => {
      await expect(
        page.getByRole('checkbox', { name: /^Register a split: 40 train, 40 held-out/ }),
      ).toBeChecked();
      await page.getByRole('button', { name: 'Import 80 examples' }).click();
    });
    await act('make it', async () => {
      await expect(page.getByText('40 train, 0 selection, 40 held-out, 0 confirmation')).toBeVisible();
      await page.getByRole('button', { name: 'Create experiment' }).click();
      await expect(page).toHaveURL(/\/experiments\/exp_/);
    });
    await act('press Run', () => page.getByRole('button', { name: 'Run', exact: true }).first().click());
    await act('start the plan', async () => {
      const runs = page.getByRole('list', { name: 'Runs in order' });
      await expect(runs).toContainText(/Serial baseline.*Diagnosis.*Combee.*In all/s);
      await page.getByRole('button', { name: 'Start plan' }).click();
    });
    const steps = page.getByRole('list', { name: 'Steps of the plan' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await steps.getByRole('link', { name: /Combee/ }).click({ timeout: 360_000 });
    await expect(page).toHaveURL(/\/runs\/run_/);
    await expect(page.getByText('Run plan, step 3 of 3: combee')).toBeVisible();
    expect(taken.length, taken.join(', ')).toBeLessThanOrEqual(ACTIONS_MAX);
  });
});

test('Eighty examples of one’s own on an own endpoint reach a parallel run in at most eight actions', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const endpoint = await openDeskEndpoint();
  try {
    const name = `Desk ${Date.now()}`;
    const file = { name: `${name}.jsonl`, mimeType: 'application/jsonl', buffer: Buffer.from(deskLines()) };
    await page.goto('/');
    const taken: string[] = [];
    // An action is a press, a typed field or a choice; what the page proposes takes none.
    const act = async (what: string, action: Promise<unknown>) => {
      taken.push(what);
      await action;
    };
    await act('give the file', page.getByLabel(/Drop files here|Import examples/).setInputFiles(file));
    await expect(
      page.getByRole('checkbox', { name: /^Register a split: 40 train, 40 held-out/ }),
    ).toBeChecked();
    await act('import it', page.getByRole('button', { name: 'Import 80 examples' }).click());
    await expect(page.getByText('40 train, 0 selection, 40 held-out, 0 confirmation')).toBeVisible();
    await act('add an endpoint', page.getByRole('button', { name: 'Add an endpoint' }).click());
    const dialog = page.getByRole('dialog');
    await act('type its address', dialog.getByLabel('Base address').fill(endpoint.baseUrl));
    await act('type its key', dialog.getByLabel(/^Key/).fill(endpoint.key));
    await act('save it', dialog.getByRole('button', { name: 'Allow and save' }).click());
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Model' }).locator('option:checked')).toHaveText(
      DESK_MODEL,
    );
    await act('make it and see its plan', page.getByRole('button', { name: 'Create and run' }).click());
    const runs = page.getByRole('list', { name: 'Runs in order' });
    // Forty held-out examples decide nothing: the plan says so first, and explores.
    await expect(runs).toContainText(/Serial baseline.*Diagnosis.*Exploratory Combee.*In all/s);
    await expect(page.getByRole('checkbox', { name: /^Explore where/ })).toBeChecked();
    await act('start the plan', page.getByRole('button', { name: 'Start plan' }).click());
    expect(taken.length, taken.join(', ')).toBeLessThanOrEqual(ACTIONS_MAX);
    const steps = page.getByRole('list', { name: 'Steps of the plan' });
    await steps.getByRole('link', { name: 'Exploratory Combee' }).click({ timeout: 240_000 });
    await expect(page).toHaveURL(/\/runs\/run_/);
    await expect(statusBadge(page, 'Exploratory')).toBeVisible();
  } finally {
    await endpoint.close();
  }
});

test('An undecided diagnosis offers more serial examples or an exploratory run, which is labelled', {
  tag: '@full',
}, async ({ page, api }) => {
  const { id: splitId } = await smallSplit(api, { train: 12, selection: 0, heldOut: 6, confirmation: 0 });
  const experiment = await makeExperiment(api, {
    name: 'Too small to tell',
    pace: 'fast',
    splitId,
    settings: ONE_MEASUREMENT,
  });
  await page.goto(`/experiments/${experiment.id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  await page.getByRole('button', { name: 'Start plan' }).click();
  await expect(page.getByText('The diagnosis is undecided')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('button', { name: 'Run more serial examples' })).toBeVisible();
  await page.getByRole('button', { name: 'Run exploratory Combee' }).click();
  await page.getByRole('link', { name: 'Exploratory Combee' }).first().click();
  await expect(page).toHaveURL(/\/runs\/run_/);
  await expect(statusBadge(page, 'Exploratory')).toBeVisible();
  await expect(statusBadge(page, 'Finished')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('no report or headline quotes them').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report' })).toBeHidden();
});

/** Eighty examples in the shape of the Formula files, with texts of their own. */
async function chooseFile(page: Page, name: string): Promise<void> {
  const lines = Array.from({ length: 80 }, (_, index) => {
    const liabilities = 100 + index;
    const assets = liabilities * 2 + index;
    return JSON.stringify({
      context: `Use formula Current Ratio to answer the question. Question: "Bakery number ${index} owns current assets of $${assets} and owes $${liabilities} within a year. What is its current ratio?". Answer:`,
      target: (assets / liabilities).toFixed(2),
    });
  });
  await page.getByLabel(/Drop files here|Import examples/).setInputFiles({
    name: `${name}.jsonl`,
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(page.getByRole('heading', { name: '2. Columns' })).toBeVisible();
}
