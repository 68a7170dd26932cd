import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectFocusVisible, expectRoomForFingers, expectSound } from './page-checks';
import { type Place, type Scene, visit } from './pages';

/** Checks that a page is accessible: by screen reader, in light and dark, on a wide screen and on a phone. */

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export async function expectUsable(page: Page, place: Place | Scene): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await visit(page, place);
  if ('arrange' in place) await place.arrange(page);
  await expectNoBarrier(axe(page), `${place.name}, light`);
  await expectSound(page, place.name);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveClass(/dark/);
  // Only colours differ between the themes.
  await expectNoBarrier(axe(page).withRules('color-contrast'), `${place.name}, dark`);
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `${place.name} does not scroll sideways`,
    })
    .toBeLessThanOrEqual(PHONE.width);
  // Hidden elements differ between the widths: all rules again, in the other theme.
  await expectNoBarrier(axe(page), `${place.name}, dark, phone`);
  await expectRoomForFingers(page, place.name);
  await expectFocusVisible(page, place.name);
}

/**
 * All rules run; only elements that break one are described in full, since a page has thousands that break
 * none. No page contains a frame of another origin, so no blank page is needed to assemble the results.
 */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();

async function expectNoBarrier(builder: AxeBuilder, where: string): Promise<void> {
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.html) }));
  expect.soft(found, where).toEqual([]);
}
