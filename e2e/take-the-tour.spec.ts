import { TOUR_EXPERIMENTS, TOUR_STEPS } from '@/lib/view/tour';
import { TOUR_STEP_IDS } from '@/lib/view/tour-steps';
import { expect, test } from './support/test';

/** The five steps to a result, the seeded experiments with their truths, and the requests that are refused. */
const SENTENCES: Readonly<Partial<Record<keyof typeof TOUR_EXPERIMENTS, RegExp>>> = {
  noPlateau: /No plateau: the serial curve still rises/,
  plateauNotAbove: /The plateau is not above the original prompt/,
  contaminated: /Held-out is contaminated/,
  notDistinguishable: /not distinguishable from zero/,
  collapsed: /Diversity collapsed at iteration \d+/,
};

test('Each seeded experiment states its truth in one sentence at the top', { tag: '@full' }, async ({
  page,
  api,
}) => {
  for (const [kind, sentence] of Object.entries(SENTENCES)) {
    const name = TOUR_EXPERIMENTS[kind as keyof typeof TOUR_EXPERIMENTS];
    const search = `/api/v1/experiments?search=${encodeURIComponent(name)}`;
    const find = async () => (await api.get<{ items: { id: string }[] }>(search)).items[0]?.id;
    await expect.poll(find).toBeDefined();
    await page.goto(`/experiments/${await find()}`);
    // Its runs below show the short form as well.
    const top = page.locator(`[data-truth="${kind}"]`).first();
    await expect(top).toHaveText(sentence);
  }
});

test('The tour has five steps, and is taken up again where it was left', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Take the tour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tour' })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps of the tour' }).getByRole('listitem');
  await expect(steps).toHaveCount(TOUR_STEP_IDS.length);
  const own = steps.filter({ hasText: 'Bring your own' });
  await expect(own.getByRole('img', { name: 'Open' })).toBeVisible();
  await own.getByRole('link', { name: 'Import examples' }).click();
  await expect(page).toHaveURL(/\/datasets\/import$/);
  await page.goto('/tour');
  await expect(own.getByRole('img', { name: 'Done' })).toBeVisible();
  await steps.filter({ hasText: 'Rehearse' }).getByRole('link', { name: 'Open the practice slot' }).click();
  await expect(page.getByRole('list', { name: 'Steps of the rehearsal' })).toBeVisible();
});

test('The refusals show each rule with its text', async ({ page }) => {
  await page.goto('/tour');
  await page.getByRole('link', { name: 'See what Waggle refuses' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Refusals' })).toBeVisible();
  for (const step of TOUR_STEPS) {
    await expect(page.getByRole('heading', { level: 2, name: step.title })).toBeVisible();
    if (step.kind === 'refusal') {
      await expect(page.getByText(step.said)).toBeVisible();
      await page.getByRole('button', { name: 'Ask for it' }).click();
      const refusal = page.getByRole('main').getByRole('alert');
      await expect(refusal).toBeVisible();
      await expect(refusal.getByRole('listitem').first()).toBeVisible();
    }
    if (step !== TOUR_STEPS.at(-1)) await page.getByRole('button', { name: 'Next' }).click();
  }
  const all = TOUR_STEPS.length;
  await expect(page.getByText(`${all} of ${all} taken`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`${all} of ${all} taken`)).toBeVisible();
});
