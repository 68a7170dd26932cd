import { expect, test } from './support/test';

/** Web fonts that are late or never arrive keep no text from its readers. */

test('Text is laid out in a fallback font while no web font arrives', { tag: '@full' }, async ({ page }) => {
  // A request that is never answered: the fonts stay on their way.
  await page.route(/\.woff2(\?|$)/, () => undefined);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  const { faces, fallback, width } = await heading.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const all = [...document.fonts];
    return {
      faces: all.filter(({ status }) => status === 'loading').map(({ display }) => display),
      fallback: all
        .filter(({ family }) => family.includes('Fallback'))
        .map(({ ascentOverride }) => ascentOverride),
      width: text.getBoundingClientRect().width,
    };
  });
  expect(faces.length).toBeGreaterThan(0);
  expect(faces.every((display) => display === 'swap' || display === 'optional')).toBe(true);
  expect(fallback.some((adjusted) => adjusted !== 'normal')).toBe(true);
  expect(width).toBeGreaterThan(0);
});
