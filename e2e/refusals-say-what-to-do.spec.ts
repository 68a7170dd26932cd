import { openAdvanced } from './support/experiment-form';
import { makeExperiment, smallSplit } from './support/experiments';
import { openSingleRun } from './support/single-run';
import { expect, test } from './support/test';

/** A refusal is shown where the person acts, with a sentence and the next step. */

test('An invalid field is marked at the field, and no input is lost', { tag: '@full' }, async ({ page }) => {
  await page.goto('/experiments/new');
  await page.getByLabel('Name').fill(`Fixed by hand ${Date.now()}`);
  await openAdvanced(page, 'Batch size');
  await page.getByLabel('Plan').selectOption('Static: fixed by hand');
  await page.getByLabel('Size', { exact: true }).fill('0');
  await page.getByLabel('Reason').fill('As small as the published comparison.');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  const size = page.getByLabel('Size', { exact: true });
  await expect(size).toHaveAttribute('aria-invalid', 'true');
  await expect(size).toHaveAccessibleDescription(/1/);
  await expect(page.getByLabel('Reason')).toHaveValue('As small as the published comparison.');
  await size.fill('12');
  await page.getByRole('button', { name: 'Create experiment' }).click();
  await expect(page).toHaveURL(/\/experiments\/(?!new)/);
});

test('A fixed batch size without a reason is refused, and its field asks for the reason', {
  tag: '@full',
}, async ({ page, api }) => {
  const experiment = await makeExperiment(api, { name: 'Fixed without a reason', pace: 'fast' });
  await page.goto(`/experiments/${experiment.id}`);
  await openSingleRun(page);
  const dialog = page.getByRole('dialog', { name: `Run ${experiment.name}` });
  await dialog.getByLabel('Kind').selectOption('Comparison point');
  await dialog.getByLabel('Reason').fill('because');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('State the reason, or use the dynamic policy.');
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(
    /at least 20 characters why it is fixed/,
  );
  await expect(dialog.getByLabel('Batch size')).toHaveValue('80');
});

test('A parallel run without a serial diagnosis is refused with two next steps', { tag: '@full' }, async ({
  page,
  api,
}) => {
  const { id: splitId } = await smallSplit(api);
  const experiment = await makeExperiment(api, { name: 'Not diagnosed', pace: 'fast', splitId });
  await page.goto(`/experiments/${experiment.id}`);
  await openSingleRun(page);
  const dialog = page.getByRole('dialog', { name: `Run ${experiment.name}` });
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('A parallel run needs a serial diagnosis that says go');
  await expect(refusal.getByRole('listitem')).toHaveCount(2);
  await expect(refusal).toContainText('serialBaseline');
  await expect(refusal).toContainText('comparison point');
});
