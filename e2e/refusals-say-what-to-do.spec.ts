import { bundledSplit, makeExperiment } from './support/experiments';
import { expect, test } from './support/test';

/** What cannot be done is refused where a person stands, with a sentence and the way on. */

test('A fixed batch size without a reason is refused beside the field that lacks it', async ({ page }) => {
  await page.goto('/experiments/new');
  await page.getByLabel('Name').fill(`Fixed without a reason ${Date.now()}`);
  await page.getByLabel('Plan').selectOption('Static: fixed by hand');
  await page.getByLabel('Size', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Make the experiment' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('State the reason');
  const reason = page.getByLabel('Reason');
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expect(reason).toHaveAccessibleDescription(/at least 20 characters why it is fixed/);
  await expect(page.getByLabel('Size', { exact: true })).toHaveValue('12');

  await reason.fill('A comparison with the sizes that others have published.');
  await page.getByRole('button', { name: 'Make the experiment' }).click();
  await expect(page).toHaveURL(/\/experiments\/(?!new)/);
});

test('A parallel run without a serial diagnosis is refused with the two ways on', async ({ page, api }) => {
  const { datasetId } = await bundledSplit(api);
  const counts = { train: 30, selection: 0, heldOut: 20, confirmation: 0 };
  const split = await api.post<{ id: string }>(`/api/v1/datasets/${datasetId}/splits`, {
    name: `Small ${Date.now()}`,
    rule: { kind: 'counts', counts },
    salt: String(Date.now()),
  });
  const experiment = await makeExperiment(api, { name: 'Not diagnosed', pace: 'fast', splitId: split.id });
  await page.goto(`/experiments/${experiment.id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: `Run ${experiment.name}` });
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  const refusal = dialog.getByRole('alert');
  await expect(refusal).toContainText('A parallel run needs a serial diagnosis that says go');
  await expect(refusal.getByRole('listitem')).toHaveCount(2);
  await expect(refusal).toContainText('serialBaseline');
  await expect(refusal).toContainText('comparison point');
});
