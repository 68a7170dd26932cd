import { expect, type Page } from '@playwright/test';
import type { Scene } from './pages';

/** Charts as they are used: taken along by their menu, read as tables, asked for another setting. */

/** Over a finished run that profiled its batch sizes. */
export function chartScenes(profiledRunId: string): readonly Scene[] {
  const run = `/runs/${profiledRunId}`;
  return [
    {
      name: 'chart-menu',
      path: run,
      arrange: async (page) => {
        await page
          .getByRole('button', { name: /^Download: / })
          .first()
          .click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
    {
      name: 'keyboard-sheet',
      path: '/',
      arrange: async (page) => {
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'user-menu',
      path: '/',
      arrange: async (page) => {
        await page.getByRole('button', { name: /^Your account/ }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
  ];
}

export function longChartScenes(profiledRunId: string): readonly Scene[] {
  const run = `/runs/${profiledRunId}`;
  return [
    {
      name: 'batch-fit-linear',
      path: `${run}?fit=linear`,
      arrange: async (page) => {
        const slider = page.getByRole('slider').first();
        await slider.focus();
        for (let press = 0; press < 3; press += 1) await slider.press('ArrowRight');
      },
    },
    ...tableScenes(profiledRunId),
  ];
}

/** Every chart of a run as the table that says the same. */
export function tableScenes(runId: string): readonly Scene[] {
  const places = [
    'overview',
    'iterations',
    'timeline',
    'scheduling',
    'diversity',
    'survival',
    'cost',
  ] as const;
  return places.map(
    (place): Scene => ({
      name: `tables-${place}`,
      path: `/runs/${runId}?tab=${place}`,
      arrange: async (page) => {
        await expect(page.getByRole('tabpanel')).toBeVisible();
        await expect(page.locator('.animate-breathe')).toHaveCount(0);
        await showTables(page);
      },
    }),
  );
}

async function showTables(page: Page): Promise<void> {
  for (const radio of await page.getByRole('radio', { name: 'Table', exact: true }).all())
    await radio.click();
}
