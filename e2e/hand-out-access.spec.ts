import { signIn } from './support/sign-in';
import { expect, test, watchFaults } from './support/test';

/** Keys, endpoints and people: who gets in, and how far. */

test('An API key is shown once, works until it is revoked, and not a moment longer', async ({
  page,
  playwright,
  baseURL,
}) => {
  const name = `Nightly ${Date.now()}`;
  await page.goto('/settings?tab=keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Permissions').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const secret = (await page.getByTestId('secret').textContent()) ?? '';
  expect(secret).toMatch(/^wgl_/);
  await page.getByRole('button', { name: 'I have it' }).click();
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Valid');
  expect(await page.content()).not.toContain(secret);

  const machine = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await machine.get('/api/v1/runs')).status()).toBe(200);
  const forbidden = await machine.post('/api/v1/runs', { data: { experimentId: 'exp_none' } });
  expect(forbidden.status()).toBe(403);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  const revoked = await machine.get('/api/v1/runs');
  expect(revoked.status()).toBe(401);
  expect(revoked.headers()['content-type']).toContain('application/problem+json');
  await machine.dispose();
});

test('A private address that the operator did not allow is refused with a sentence', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/settings?tab=models');
  await page.getByRole('button', { name: 'Add a provider' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a provider' });
  await dialog.getByLabel('Name').fill('Neighbour');
  await dialog.getByLabel('Base address').fill('https://10.0.0.7/v1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'The address 10.0.0.7 may not be called: it lies in a private network.',
  );
  await expect(dialog.getByLabel('Base address')).toHaveValue('https://10.0.0.7/v1');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Neighbour')).toHaveCount(0);
});

test('A viewer who was invited signs in, reads everything and changes nothing', { tag: '@full' }, async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const email = `viewer-${Date.now()}@journey.example`;
  await page.goto('/settings?tab=people');
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Vera Viewer');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const password = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have it' }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Active');

  const { items } = await api.get<{ items: { id: string }[] }>('/api/v1/experiments');
  const experimentId = items[0]?.id ?? '';
  const visit = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const guest = await visit.newPage();
  const faults = watchFaults(guest);
  await signIn(guest, { email, password });
  await expect(guest).toHaveURL(/\/$/);
  await guest.goto(`/experiments/${experimentId}`);
  await expect(guest.getByRole('button', { name: 'Run', exact: true }).first()).toBeDisabled();
  await guest.goto('/experiments');
  await expect(guest.getByRole('table', { name: 'Experiments' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'New experiment' })).toHaveCount(0);
  await guest.goto('/settings?tab=keys');
  await expect(guest.getByText('Keys are the owners’ business')).toBeVisible();

  const refused = await guest.request.post('/api/v1/runs', {
    headers: { origin: baseURL ?? '' },
    data: { experimentId },
  });
  expect(refused.status()).toBe(403);
  expect(refused.headers()['content-type']).toContain('application/problem+json');
  expect(await refused.json()).toMatchObject({ status: 403, detail: expect.stringMatching(/\w+.*\.$/) });
  expect(faults).toEqual([]);
  await visit.close();
});
