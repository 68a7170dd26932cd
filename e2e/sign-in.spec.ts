import { OWNER, OWNER_SESSION } from './support/account';
import { signIn } from './support/sign-in';
import { expect, test } from './support/test';

/** Sign-in. Saves the owner's session for all other journeys. */

test('A signed-out visitor is sent to the sign-in page, and then back to the requested page', async ({
  page,
}) => {
  await page.goto('/experiments');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/experiments$/);
});

test('A wrong password shows an error, the right one opens the workspace', async ({ page }) => {
  await signIn(page, { ...OWNER, password: 'not-the-password' });
  await expect(page.getByRole('main').getByRole('alert')).toContainText('do not fit together');
  await signIn(page, OWNER);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { name: 'See the demo' })).toBeVisible();
  await page.context().storageState({ path: OWNER_SESSION });
});
