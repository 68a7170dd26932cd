import { expect, type Locator, type Page } from '@playwright/test';

/** Hands that never leave the keyboard: they reach what they press by Tab and the arrows, and by short-cuts. */

/** As many stops as a long page has before anything new comes. */
const STOPS_MAX = 250;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Goes on by Tab, or back, until the focus is there. */
export async function tabTo(
  page: Page,
  target: Locator,
  direction: 'Shift+Tab' | 'Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(direction);
  }
  throw new Error(`${STOPS_MAX} presses of ${direction} do not lead to ${target}.`);
}

/** Within what is one stop for Tab, such as tabs and choices: the focus follows an arrow a moment later. */
export async function arrowTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await hasFocus(target)) return;
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((one) => document.activeElement !== one, before);
  }
  throw new Error(`${STOPS_MAX} arrows do not lead to ${target}.`);
}

export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}

export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** One of a closed list, by the arrows. */
export async function choose(page: Page, list: Locator, label: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.press('Home');
  const labelOf = () =>
    list.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label.trim());
  for (let stop = 0; stop < STOPS_MAX && (await labelOf()) !== label; stop += 1)
    await page.keyboard.press('ArrowDown');
  expect(await labelOf()).toBe(label);
}
