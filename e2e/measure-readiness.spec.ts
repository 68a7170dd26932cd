import { makeExperiment, startRun, waitForDiagnosis, waitForEnd } from './support/experiments';
import { expect, test } from './support/test';

/** A speed claim is measured again before it may be quoted. */

test('A finished run’s readiness is measured and its lights are read', { tag: '@full' }, async ({
  page,
  api,
}) => {
  await waitForDiagnosis(api);
  const experiment = await makeExperiment(api, { name: 'A claim to measure again', pace: 'fast' });
  const { id } = await startRun(api, { experimentId: experiment.id, kind: 'combee', seed: 11 });
  await waitForEnd(api, id);
  await page.goto(`/runs/${id}`);
  const panel = page.getByRole('heading', { name: 'Speed claim' }).locator('xpath=ancestor::section[1]');
  const seeds = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'New seeds' }) });

  await test.step('the estimate is shown before anything is started', async () => {
    await expect(panel.getByText('Not ready to be quoted')).toBeVisible();
    await panel.getByText('Conditions', { exact: true }).click();
    await expect(seeds).toContainText('It takes 2 new seeds; 0 are in.');
    await panel.getByRole('button', { name: 'Measure readiness' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure readiness' });
    await expect(dialog.getByText(/^[\d,]+ rollouts · .* tokens · \$/).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Start measuring' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByText(/of \d runs have ended/)).toBeVisible();
  });

  await test.step('the lights turn on without a reload, each with its runs, intervals and n', async () => {
    await expect(seeds).toContainText(/Green|Red/, { timeout: 200_000 });
    await expect(seeds.getByRole('link')).toHaveCount(2);
    await expect(seeds.getByText(/95\s% .* n\s=\s600, held-out/)).toHaveCount(3);
  });

  await test.step('no ratio is shown before other hardware has been measured', async () => {
    await expect(panel.getByText('Not ready to be quoted')).toBeVisible();
    await expect(panel.getByText('hidden until ready').first()).toBeVisible();
  });
});
