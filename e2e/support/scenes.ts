import { expect, type Page } from '@playwright/test';
import { OWNER } from './account';
import { openAdvanced } from './experiment-form';
import { press, pressed, type Scene } from './pages';
import type { Showcase } from './showcase';
import { signIn } from './sign-in';
import { openSingleRun } from './single-run';

/**
 * Scenes that a page shows only after a press or a choice: dialogs, drawers, secrets shown once, refusals.
 */

export const DOOR_SCENES: readonly Scene[] = [
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    arrange: async (page) => {
      await signIn(page, { ...OWNER, password: 'not-the-password' });
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    },
  },
];

type Shown = Pick<Showcase, 'armIds' | 'experimentId'>;

export function scenesOf({ experimentId, armIds }: Shown, datasetId: string): readonly Scene[] {
  const run = `/runs/${armIds[0]}`;
  return [
    {
      name: 'launch-dialog',
      path: '/experiments',
      arrange: async (page) => {
        await press(page, 'Launch several together');
        const dialog = page.getByRole('dialog');
        for (const box of (await dialog.getByRole('checkbox').all()).slice(0, 2)) await box.check();
        await expect(dialog.getByRole('region', { name: 'What the measurements advise' })).toBeVisible();
      },
    },
    {
      name: 'import-configuration-dialog',
      path: '/experiments',
      arrange: async (page) => {
        const file = { name: 'From afar', taskId: 'tsk_elsewhere', splitId: 'spl_elsewhere' };
        await page.getByLabel('Configuration file').setInputFiles({
          name: 'from-afar.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(file)),
        });
        await expect(page.getByRole('dialog', { name: 'Import a configuration' })).toBeVisible();
      },
    },
    {
      name: 'page-api-dialog',
      path: `/experiments/${experimentId}`,
      arrange: async (page) => {
        await page.getByRole('button', { name: 'Link and API' }).click();
        await page.getByRole('menuitem', { name: 'API requests' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    pressed('run-dialog', `/experiments/${experimentId}`, 'Run'),
    {
      name: 'run-dialog-refused',
      path: `/experiments/${experimentId}`,
      arrange: async (page) => {
        await openSingleRun(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Kind').selectOption('Comparison point');
        await dialog.getByLabel('Reason').fill('because');
        await dialog.getByRole('button', { name: 'Run', exact: true }).click();
        await expect(dialog.getByRole('alert')).toBeVisible();
      },
    },
    pressed('split-dialog', `/datasets/${datasetId}`, 'Register a split'),
    {
      name: 'split-dialog-by-file',
      path: `/datasets/${datasetId}`,
      arrange: async (page) => {
        await press(page, 'Register a split');
        await page.getByRole('dialog').getByRole('radio', { name: 'By file' }).click();
      },
    },
    { name: 'import-faults', path: '/datasets/import', arrange: chooseTornFile },
    pressed('key-dialog', '/settings?tab=keys', 'New key'),
    {
      name: 'key-secret',
      path: '/settings?tab=keys',
      arrange: async (page) => {
        await press(page, 'New key');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Nightly sweep');
        await dialog.getByRole('button', { name: 'Make the key' }).click();
        await expect(page.getByTestId('secret')).toBeVisible();
      },
    },
    pressed('person-dialog', '/settings?tab=people', 'Add a person'),
    {
      name: 'person-secret',
      path: '/settings?tab=people',
      arrange: async (page) => {
        await press(page, 'Add a person');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Vera Viewer');
        await dialog.getByLabel('E-mail').fill(`vera-${Date.now()}@journey.example`);
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        await expect(page.getByTestId('secret')).toBeVisible();
      },
    },
    pressed('provider-dialog', '/settings', 'Add a provider'),
    pressed('model-dialog', '/settings', 'Model'),
    {
      name: 'trace-drawer',
      path: `${run}?tab=rollouts&split=train`,
      arrange: async (page) => {
        await page
          .getByRole('button', { name: /^Trace of rollout/ })
          .first()
          .click();
        await expect(page.getByRole('heading', { name: 'Reflection' })).toBeVisible();
      },
    },
    {
      name: 'ledger-drawer',
      path: `${run}?tab=ledger&type=batch.planned`,
      arrange: async (page) => {
        await page.getByRole('region', { name: 'Ledger' }).getByRole('button').first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'palette',
      path: '/',
      arrange: async (page) => {
        await page.keyboard.press('ControlOrMeta+k');
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  ];
}

/** Sections that are closed by default. */
export const ADVANCED_SCENE: Scene = {
  name: 'experiment-advanced',
  path: '/experiments/new',
  arrange: async (page) => {
    await openAdvanced(page, 'Scheduling', 'Diversity', 'Evaluator', 'Workers');
    await page.getByRole('checkbox', { name: 'Carry late reflections over', exact: true }).check();
  },
};

/** The same pages with an opened part as tall as the page, captured at full height. */
export function longScenesOf({ armIds }: Pick<Showcase, 'armIds'>): readonly Scene[] {
  return [
    ADVANCED_SCENE,
    {
      name: 'scan-tree-followed',
      path: `/runs/${armIds[0]}?tab=iterations&iteration=3`,
      arrange: async (page) => {
        await page.getByText('Follow one reflection to the playbook').click();
        await page.getByRole('list', { name: 'Reflections' }).getByRole('button').first().click();
      },
    },
    {
      name: 'curve-table',
      path: `/runs/${armIds[0]}`,
      arrange: async (page) => {
        for (const radio of await page.getByRole('radio', { name: 'Table' }).all()) await radio.click();
      },
    },
  ];
}

async function chooseTornFile(page: Page): Promise<void> {
  const lines = Array.from({ length: 60 }, (_, index) =>
    JSON.stringify({
      context: `Use formula Current Ratio to answer the question. Question: "Bakery number ${index} owns current assets of $${2 * index + 300} and owes $${index + 100} within a year. What is its current ratio?". Answer:`,
      target: '2.10',
    }),
  );
  for (const at of [6, 36, 41]) lines[at] = '{"context": "Use formula Current Ratio to answer';
  await page
    .getByLabel('Drop files here, or choose them')
    .setInputFiles([
      { name: 'torn.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) },
    ]);
  await expect(page.getByRole('table', { name: 'Lines that could not be read' })).toBeVisible();
}
