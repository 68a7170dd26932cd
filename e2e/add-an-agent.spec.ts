import { expect, test } from './support/test';

/** From the empty list to the page of an agent, with a wrong address on the way. */
test('A person adds an agent, corrects its address, and sees its page', { tag: '@full' }, async ({
  page,
}) => {
  const name = `Trip booker ${Date.now()}`;
  await page.goto('/agents');
  await page.getByRole('link', { name: 'New agent' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Address' }).fill('not an address');
  await page.getByRole('button', { name: 'Add agent' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.7/rollout');
  await page.getByRole('button', { name: 'Add agent' }).click();
  await expect(page.getByText(/may not be called/).first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Address' }).fill('https://agents.example.com/rollout');
  await page.getByRole('button', { name: 'Add agent' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('State is not declared')).toBeVisible();

  await page.getByRole('button', { name: 'Test agent' }).click();
  const dialog = page.getByRole('dialog', { name: `Test ${name}` });
  await dialog.getByRole('button', { name: 'Start rollout' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveAttribute('aria-invalid', 'true');
});
