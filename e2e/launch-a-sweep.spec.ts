import { expectUsable } from './support/barriers';
import { makeExperiment, smallSplit } from './support/experiments';
import { expect, test } from './support/test';

/** From an experiment to the paper's figure: arms and sizes under one budget, refused where it does not reach. */

test('A sweep is launched from an experiment and becomes a figure', async ({ page, api }) => {
  const split = await smallSplit(api);
  const settings = { evaluation: { everyExamples: 30 } };
  const experiment = await makeExperiment(api, { name: 'Swept', pace: 'fast', splitId: split.id, settings });
  await page.goto(`/experiments/${experiment.id}`);
  await page.getByRole('button', { name: 'Sweep', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Sweep ${experiment.name}` });
  for (const arm of ['Sequential', 'Top-K retrieval', 'Summarisation', 'Hierarchical summarisation'])
    await dialog.getByRole('checkbox', { name: new RegExp(`^${arm}`) }).uncheck();
  await dialog.getByLabel('Batch sizes').fill('10');
  await dialog.getByLabel('Seeds').fill('1, 2');
  const expected = dialog.getByRole('region', { name: 'What the sweep is expected to take' });
  await dialog.getByLabel(/^Rollouts/).fill('60');
  await expect(expected).toContainText('more than its budget of 60');
  await expect(dialog.getByRole('button', { name: 'Launch 5 cells' })).toBeDisabled();
  await dialog.getByLabel(/^Rollouts/).fill('120');
  await expect(expected).not.toContainText('more than its budget');
  await dialog.getByRole('button', { name: 'Launch 5 cells' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Sweep of Swept/ })).toBeVisible();
  await expect(page.getByText('practice model, time-scale 2000')).toBeVisible();
  await expect(page.getByText(/5 of 5 cells done/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Score by delay' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Score by batch size' })).toBeVisible();
  await page.getByText('Paired differences', { exact: true }).click();
  await expect(page.getByRole('table', { name: 'Paired differences to naive' })).toContainText(
    'Combee − naive',
  );
  await page.getByText('Playbooks', { exact: true }).click();
  await expect(page.getByRole('img', { name: 'Bullets by batch size' })).toBeVisible();
  await expect(page.getByText('published, other hardware', { exact: true })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /published values/ }).check();
  await expect(page.getByText('published, other hardware', { exact: true }).first()).toBeVisible();

  const { pathname } = new URL(page.url());
  await expectUsable(page, { name: 'sweep', path: pathname });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sweeps' }).first().click();
  await expect(page.getByRole('table', { name: 'Sweeps' })).toContainText('5 of 5 done');
});
