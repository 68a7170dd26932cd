import { makeExperiment, smallSplit } from './support/experiments';
import { expect, test } from './support/test';

/** Several tasks at once: what was measured advises a shape, and each task keeps a held-out curve of its own. */

test('Two tasks are launched together, each with its own curve', { tag: '@full' }, async ({ page, api }) => {
  const names: string[] = [];
  for (const name of ['Left of two', 'Right of two']) {
    const split = await smallSplit(api);
    names.push((await makeExperiment(api, { name, pace: 'fast', splitId: split.id })).name);
  }
  await page.goto('/experiments');
  await page.getByRole('button', { name: 'Launch several together' }).click();
  const dialog = page.getByRole('dialog', { name: 'Launch several together' });
  for (const name of names) await dialog.getByRole('checkbox', { name: new RegExp(name) }).check();
  await expect(dialog.getByRole('radio', { name: /^Task-parallel/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Launch', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Task-parallel, 2 tasks' })).toBeVisible();
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Does “(Left|Right) of two.+ on held-out\?$/ })).toHaveCount(2);

  await page.getByRole('link', { name: 'Run groups' }).click();
  await expect(page.getByRole('table', { name: 'Run groups' })).toContainText('Task-parallel');
});
