import type { Browser, Page } from '@playwright/test';
import type { ReportView } from '@/lib/contracts/reports';
import type { Api } from './support/api';
import { makeExperiment, waitForDiagnosis } from './support/experiments';
import { signIn } from './support/sign-in';
import { expect, test, watchFaults } from './support/test';

/**
 * Three people: one requests a review, another decides on exactly this content, a third opens a shared link.
 */

const PASSWORD = 'a-long-reviewer-password';

test('A plan is reviewed by another person, and a new version needs a new review', async ({
  page,
  api,
  browser,
}) => {
  const reviewer = await inviteReviewer(api);
  const { plan, experimentId } = await makePlan(api);
  await page.goto(`/reports/${plan.id}`);
  await page.getByRole('button', { name: 'Ask for a review' }).click();
  const ask = page.getByRole('dialog', { name: 'Ask for a review' });
  await ask.getByRole('checkbox', { name: new RegExp(reviewer.email) }).check();
  await ask.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Reviewers' })).toContainText('Has to decide');
  await expect(page.getByRole('button', { name: 'Decide' })).toBeDisabled();
  await expect(page.getByText('may not decide on it')).toBeVisible();
  await page.getByRole('button', { name: 'Comment on the whole report' }).click();
  await page
    .getByRole('textbox', { name: 'Comment on the whole report' })
    .fill(`@${reviewer.email} please **look**`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('article').getByText('look', { exact: true })).toBeVisible();

  const guest = await openAs(browser, reviewer.email);
  await guest.page
    .getByRole('link', { name: /^Notices, \d+ waiting/ })
    .first()
    .click();
  await expect(guest.page.getByRole('list', { name: 'Mentions' })).toContainText('please look');
  await guest.page.getByRole('list', { name: 'Waiting for your decision' }).getByRole('link').click();
  await guest.page.getByRole('button', { name: 'Decide' }).click();
  const decide = guest.page.getByRole('dialog', { name: 'Decide on version 1' });
  await expect(decide).toContainText(plan.hash);
  await decide.getByRole('button', { name: 'Reject' }).click();
  await expect(decide.getByRole('alert')).toContainText('A rejection needs a note');
  await decide.getByRole('button', { name: 'Accept' }).click();
  await expect(guest.page.getByRole('list', { name: 'Reviewers' })).toContainText('Accepted');
  expect(guest.faults).toEqual([]);
  await guest.page.context().close();

  const renamed = { name: `Renamed ${Date.now()}` };
  expect((await api.send('PATCH', `/api/v1/experiments/${experimentId}`, renamed)).ok()).toBe(true);
  const next = await api.post<ReportView>('/api/v1/reports', { kind: 'plan', experimentId });
  expect(next).toMatchObject({ version: 2, state: 'draft' });
  await page.goto(`/reports/${plan.id}`);
  await expect(page.getByText('This is version 1 of 2')).toBeVisible();
  await page.getByRole('link', { name: 'Open version 2' }).click();
  await expect(page.getByRole('list', { name: 'Reviewers' })).toContainText('Not asked yet');
});

test('A link shows a plan without sign-in until it is revoked', { tag: '@full' }, async ({
  page,
  api,
  browser,
}) => {
  const { plan } = await makePlan(api);
  await page.goto(`/reports/${plan.id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share read-only' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const address = (await dialog.getByTestId('secret').textContent()) ?? '';

  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const stranger = await context.newPage();
  const answer = await stranger.goto(address);
  expect(answer?.headers()['x-robots-tag']).toContain('noindex');
  await expect(stranger.getByRole('main')).toContainText(plan.hash);
  await expect(stranger.getByRole('navigation')).toHaveCount(0);
  const pdf = await stranger.request.get(`${address}/download?format=pdf`);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await (await stranger.request.get(`${address}/download`)).text()).toContain(plan.hash);

  await dialog.getByRole('list', { name: 'Links' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog.getByRole('list', { name: 'Links' })).toContainText('Revoked');
  const gone = await stranger.goto(address);
  expect(gone?.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: 'This link leads to no report' })).toBeVisible();
  expect((await stranger.request.get(`${address}/download`)).status()).toBe(404);
  await context.close();
});

async function inviteReviewer(api: Api): Promise<{ readonly email: string }> {
  const email = `rita-${Date.now()}@journey.example`;
  await api.post('/api/v1/people', { email, name: 'Rita Reviewer', role: 'reviewer', password: PASSWORD });
  return { email };
}

async function makePlan(api: Api): Promise<{ readonly plan: ReportView; readonly experimentId: string }> {
  await waitForDiagnosis(api);
  const { id } = await makeExperiment(api, { name: 'To be reviewed', pace: 'watchable' });
  const plan = await api.post<ReportView>('/api/v1/reports', { kind: 'plan', experimentId: id });
  return { plan, experimentId: id };
}

async function openAs(
  browser: Browser,
  email: string,
): Promise<{ readonly page: Page; readonly faults: readonly string[] }> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await signIn(page, { email, password: PASSWORD });
  await page.waitForURL((url) => url.pathname === '/');
  return { page, faults };
}
