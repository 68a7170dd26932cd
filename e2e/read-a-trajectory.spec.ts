import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { importAtif } from '@/lib/trajectory/atif-import';
import { embeddedDatabaseUrl } from '@/server/config/kept-secrets';
import { expectUsable } from './support/barriers';
import { expect, test } from './support/test';

/** The seeded rollouts of an agent, one of them of 10,000 steps: searched, walked, exported and compared. */
const LONG = '/rollouts/ro_seededlong0001';

test.beforeAll(async () => {
  const dataDir = process.env.WAGGLE_E2E_DATA_DIR ?? '';
  const args = ['--import', 'tsx', 'server/tools/scenarios/main.ts', 'trajectories'];
  const settings = { WAGGLE_DATA_DIR: dataDir, DATABASE_URL: embeddedDatabaseUrl(dataDir) ?? '' };
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...settings } });
});

test('A person searches 10,000 steps, walks the failed ones by key, and exports them', async ({ page }) => {
  await page.goto(LONG);
  await expect(page.getByRole('heading', { name: '10,000 steps' })).toBeVisible();
  const step = (number: number) => page.getByRole('article', { name: new RegExp(`^Step ${number},`) });
  await expect(step(1)).toBeInViewport();

  await page.keyboard.press('n');
  await expect(step(45)).toBeInViewport();
  await expect(step(45).getByText('Tool failed').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(step(145)).toBeInViewport();
  await page.keyboard.press('j');
  await expect(step(146)).toHaveAttribute('aria-current', 'step');

  await page.getByRole('searchbox', { name: 'Search in the steps' }).fill('step 9900:');
  await expect(page.getByText('1 hit in 1 step')).toBeVisible();
  await page.getByRole('button', { name: 'Next hit' }).click();
  await expect(step(10_000)).toBeInViewport();
  await expect(step(10_000).locator('mark')).toHaveText('Step 9900:');

  await page.reload();
  await expect(step(10_000)).toBeInViewport();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export ATIF' }).click(),
  ]);
  const { trajectory } = importAtif(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(trajectory?.steps.length).toBe(10_000);
});

test('A person chooses another rollout of the task and sees the first step that differs', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/rollouts/ro_seededbefore01');
  await page.getByRole('button', { name: 'Compare' }).click();
  const others = page.getByRole('dialog', { name: 'Compare with' });
  await others.getByRole('link').filter({ hasText: '58 model calls' }).click();
  await expect(page.getByText('First difference at step 11 of')).toBeVisible();
  await page.getByRole('button', { name: 'First difference' }).click();
  const pairs = page.getByRole('region', { name: 'Pairs of steps' });
  await expect(pairs.getByText('First difference')).toBeInViewport();
  await expect(pairs.getByRole('article', { name: 'Step 11, Agent' })).toHaveCount(2);
});

test('Markup in a trajectory is text: nothing of it runs, and nothing of it can be followed', {
  tag: '@full',
}, async ({ page }) => {
  await page.goto('/rollouts/ro_seededmarkup01');
  await expect(page.getByText('[Open](javascript:', { exact: false }).first()).toBeVisible();
  const steps = page.getByRole('region', { name: 'Steps' });
  await expect(steps.locator('script, img, svg[onload], a')).toHaveCount(0);
  await expect(page).toHaveTitle(/Rollout/);
});

test('Running again shows what it may cost, and keeps both next to each other', { tag: '@full' }, async ({
  page,
}) => {
  await page.goto('/rollouts/ro_seededbefore01');
  await page.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again with an edited prompt' });
  await expect(dialog.getByText(/may cost at most/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'system' }).fill('Take the night train.');
  await dialog.getByRole('button', { name: 'Start rollout' }).click();
  await page.waitForURL(/\/rollouts\/compare\?a=ro_seededbefore01&b=ro_/);
  await expect(page.getByText('Edited prompt')).toBeVisible();
});

test('The judgement of an environment is accessible in both themes and fits a phone', {
  tag: '@full',
}, async ({ page }) => {
  await expectUsable(page, {
    name: 'rollout-judged',
    path: '/rollouts/ro_seededjudged01',
    arrange: async (at) => {
      await at.getByText('16 changed files').click();
      await expect(at.getByRole('region', { name: 'Changed files' })).toBeVisible();
    },
  });
});
