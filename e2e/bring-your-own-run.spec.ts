import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { makeExperiment, smallSplit, startRun, waitForEnd } from './support/experiments';
import { expect, test } from './support/test';

/** A run that happened elsewhere: seen before it is kept, kept with where it is from, and its prompt used again. */

const META = (index: number, score: number, calls: number) =>
  JSON.stringify({
    candidate_idx: index,
    avg_val_score: score,
    num_val_scored: 20,
    ...(index === 0 ? { metric_calls_so_far: calls } : { metric_calls_to_discover: calls }),
  });

test('A torn curve names its line, and is drawn and kept when the line is left out', {
  tag: '@full',
}, async ({ page }) => {
  const name = `Curve ${Date.now()}`;
  await choose(page, [['curve.csv', 'rollouts,accuracy\n0,0.50\n90,0.62\n180,seventy\n270,0.71\n']]);
  const faults = page.getByRole('table', { name: 'Lines that could not be read' });
  await expect(faults).toContainText('curve.csv:4');
  await expect(page.getByRole('img', { name: 'How did the score grow?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 3 points' })).toBeDisabled();
  await page.getByLabel('Leave these out and import the rest').check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Ran by').fill('The other team');
  await page.getByRole('button', { name: 'Import 3 points' }).click();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('imported, other hardware', { exact: true })).toBeVisible();
  await expect(page.getByText(/It opens no gate/)).toBeVisible();
  await expect(page.getByText('The other team')).toBeVisible();
  await expect(page.getByText('1 fault left out')).toBeVisible();
  await expect(page.getByText('curve.csv:4')).toBeVisible();

  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page).toHaveURL(/\/imported-runs$/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('A directory of GEPA becomes a baseline beside own runs and the beginning of an experiment', {
  tag: '@full',
}, async ({ page, api }) => {
  const name = `GEPA elsewhere ${Date.now()}`;
  await choose(page, [
    ['meta.json', META(0, 0.5, 20)],
    ['gepa_state.bin', 'never opened'],
    [
      'result.json',
      JSON.stringify({
        candidates: [{ prompt: 'Answer.' }, { prompt: 'Answer with the number alone.' }],
        val_aggregate_scores: [0.5, 0.8],
        discovery_eval_counts: [20, 66],
      }),
    ],
  ]);
  await expect(page.getByLabel('Read as')).toHaveValue('gepa');
  await expect(page.getByText(/Pickled state is never read, since/)).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Import 2 points' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.goto(`/compare?runs=${await smallRun(api)}`);
  await page.getByLabel('Add an imported run').selectOption({ label: name });
  await expect(page.getByText(/open no gate/)).toBeVisible();
  await expect(page.getByRole('heading', { name: `Origin of “${name}”` })).toBeVisible();
  await page.getByRole('link', { name: 'Open run' }).click();

  await page.getByRole('link', { name: 'New experiment from its prompt' }).click();
  await expect(page.getByText('It begins with an imported prompt')).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Task').selectOption('Formula (formula)');
  await page.getByLabel('Data set').selectOption('Formula practice (1100)');
  await expect(page.getByText(/^A run takes/)).toBeVisible();
  const made = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/v1/experiments') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Create experiment' }).click();
  const { config } = await (await made).json();
  expect(config.seedCandidateText).toBe('Answer with the number alone.');
});

/** Finished within seconds, while the seeded baseline may still be measured. */
async function smallRun(api: Api): Promise<string> {
  const { id: splitId } = await smallSplit(api);
  const batch = { kind: 'static', size: 15, reason: 'Two iterations are enough to compare with.' };
  const wanted = { name: 'To compare with', pace: 'fast', splitId, settings: { batch } } as const;
  const { id: experimentId } = await makeExperiment(api, wanted);
  const { id } = await startRun(api, { experimentId, kind: 'comparisonPoint', seed: 1 });
  await waitForEnd(api, id);
  return id;
}

async function choose(page: Page, files: readonly (readonly [string, string])[]): Promise<void> {
  await page.goto('/imported-runs/import');
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles(
      files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await expect(page.getByRole('heading', { name: '2. What is in them' })).toBeVisible();
}
