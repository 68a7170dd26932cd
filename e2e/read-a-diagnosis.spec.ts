import { readFile } from 'node:fs/promises';
import type { DiagnosisDetail, DiagnosisSummary } from '@/lib/contracts/diagnoses';
import { waitForDiagnosis } from './support/experiments';
import { expect, test } from './support/test';

/** From the seeded experiment to the page that lets it run in parallel, and home with its files. */

test('The seeded diagnosis can be read, and taken along as Markdown, PDF and JSON', { tag: '@full' }, async ({
  page,
  api,
}) => {
  await waitForDiagnosis(api);
  await expect
    .poll(async () => (await api.get<{ items: DiagnosisSummary[] }>('/api/v1/diagnoses')).items.length)
    .toBeGreaterThan(0);
  await page.goto('/experiments');
  await page.getByRole('link', { name: 'Diagnoses' }).click();
  await expect(page).toHaveURL(/\/diagnoses$/);
  const first = page.getByRole('table', { name: 'Diagnoses' }).getByRole('row').nth(1);
  await first.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^Serial diagnosis/ })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  const detail = await api.get<DiagnosisDetail>(`/api/v1/diagnoses/${id}`);
  await expect(page.getByText(detail.hash)).toBeVisible();
  await expect(page.getByRole('img', { name: /Held-out score over serial rollouts/ })).toBeVisible();
  await expect(page.getByText('Window and look')).toBeVisible();

  const fileOf = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name, exact: true }).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const markdown = await fileOf('Markdown');
  expect(markdown.name).toBe(`diagnosis-${id}.md`);
  expect(markdown.bytes.toString()).toContain(detail.hash);
  const pdf = await fileOf('PDF');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const json = await fileOf('JSON');
  expect(JSON.parse(json.bytes.toString())).toMatchObject({ hash: detail.hash, intact: true });
});

test('An experiment says whether it can scale, and links the diagnosis that says so', {
  tag: '@full',
}, async ({ page, api }) => {
  await waitForDiagnosis(api);
  const runs = await api.get<{ items: { experimentId: string }[] }>('/api/v1/runs?kind=serialBaseline');
  await page.goto(`/experiments/${runs.items.at(-1)?.experimentId}`);
  await page.locator('summary', { hasText: 'Conditions for a speedup' }).click();
  const heading = page.getByRole('heading', { name: 'Conditions for a speedup' });
  const card = page.locator('section').filter({ has: heading }).last();
  for (const condition of ['(a) The loop', '(b) Batches', '(c) The serial run'])
    await expect(card.getByText(condition)).toBeVisible();
});
