import { readFile } from 'node:fs/promises';
import { makeExperiment, smallSplit, startRun, waitForDiagnosis, waitForEnd } from './support/experiments';
import { expect, test } from './support/test';

/** From the plan of an experiment to the report of its run, and both as files to be mailed. */

const SECTIONS = [
  '1. Task & Baseline',
  '2. Convergence Diagnosis',
  '3. Parallelism Shape',
  '4. Dynamic Batching Policy',
  '5. Rollout Diversity Controls',
  '6. Evaluator Spec',
  '7. Stopping Rule & Final Selection',
  '8. Production Canary',
  '9. Cost Report',
  '10. Risks & Honest Limits',
];

test('A plan is made from an experiment, a report from its run, and both are downloaded', async ({
  page,
  api,
}) => {
  await waitForDiagnosis(api);
  const planned = await makeExperiment(api, { name: 'Planned', pace: 'watchable' });
  await page.goto(`/experiments/${planned.id}`);
  await page.getByRole('button', { name: 'Written plan', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Plan: Planned/ })).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(sections).toHaveText(SECTIONS);
  await expect(page.getByRole('main')).toContainText('define look():');
  const markdown = await downloadOf('Markdown');
  expect(markdown.toString()).toContain('## 10. Risks & Honest Limits');
  expect(markdown.toString()).toContain('practice model');

  const split = await smallSplit(api);
  const settings = { batch: { kind: 'static', size: 10, reason: 'Three iterations are enough to report.' } };
  const small = await makeExperiment(api, { name: 'Reported', pace: 'fast', splitId: split.id, settings });
  const run = await startRun(api, { experimentId: small.id, kind: 'comparisonPoint', seed: 1 });
  await waitForEnd(api, run.id);
  await page.goto(`/runs/${run.id}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Report: / })).toBeVisible();
  await expect(sections).toHaveText(SECTIONS);
  expect((await downloadOf('PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(JSON.parse((await downloadOf('JSON')).toString())).toMatchObject({ version: 1, state: 'draft' });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).first().click();
  await expect(page.getByRole('table', { name: 'Plans and reports' })).toContainText('Plan: Planned');

  async function downloadOf(name: string): Promise<Buffer> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    return readFile(await file.path());
  }
});
