import type { Page } from '@playwright/test';

/** Fills in the sign-in page and sends it. */
export async function signIn(page: Page, account: { readonly email: string; readonly password: string }) {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password').fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
