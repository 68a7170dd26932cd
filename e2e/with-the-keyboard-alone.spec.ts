import type { Page } from '@playwright/test';
import type { ReportView } from '@/lib/contracts/reports';
import { OWNER } from './support/account';
import type { Api } from './support/api';
import { makeExperiment, smallSplit, startRun, waitForDiagnosis, waitForEnd } from './support/experiments';
import { arrowTo, choose, press, tabTo, write } from './support/keys';
import { statusBadge } from './support/run-page';
import { expect, test } from './support/test';

/** Everything can be done without a mouse: each step by Tab, arrows, Enter and shortcuts. */

const PASSWORD = 'a-long-keyboard-password';

test.use({ reducedMotion: 'reduce' });

test('The keyboard is enough to sign in, make, run, watch, compare, read and stop', async ({
  page,
  api,
  browser,
  baseURL,
}) => {
  const compared = await makeTwoRuns(api);
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
    reducedMotion: 'reduce',
  });
  const hands = await context.newPage();

  await test.step('sign in', () => signInByKeys(hands, OWNER));

  await test.step('find a list by its name, narrow it and open a row', async () => {
    await hands.keyboard.press('ControlOrMeta+k');
    await expect(hands.getByRole('dialog')).toBeVisible();
    await hands.keyboard.type('Experiments');
    await expect(hands.getByRole('option', { name: /Experiments/ }).first()).toBeVisible();
    await hands.keyboard.press('Enter');
    await expect(hands.getByRole('heading', { level: 1, name: 'Experiments' })).toBeVisible();
    await hands.keyboard.press('/');
    await hands.keyboard.type(compared.name);
    const table = hands.getByRole('table', { name: 'Experiments' });
    const row = table.getByRole('link', { name: compared.name });
    await expect(table.getByRole('row')).toHaveCount(2);
    // The search is written into the address a moment after it is typed, which would end a navigation begun before.
    await expect(hands).toHaveURL((url) => url.searchParams.get('q') === compared.name);
    // Leaves the field first, otherwise the letter is typed into it.
    await hands.keyboard.press('Tab');
    await hands.keyboard.press('j');
    await expect(row).toBeFocused();
    await hands.keyboard.press('Enter');
    await expect(hands.getByRole('heading', { level: 1, name: compared.name })).toBeVisible();
  });

  await test.step('copy the content of the page as a request', async () => {
    await hands.keyboard.press('a');
    const dialog = hands.getByRole('dialog', { name: 'This page over the API' });
    await expect(dialog.getByRole('link', { name: 'getExperiment in the API reference' })).toBeVisible();
    await tabTo(hands, dialog.getByRole('tab', { name: 'curl' }));
    await arrowTo(hands, dialog.getByRole('tab', { name: 'Python' }));
    await expect(dialog.getByText('urllib.request.urlopen').first()).toBeVisible();
    await hands.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('compare two runs, open a chart’s menu and read it as a table', async () => {
    await press(hands, hands.getByRole('link', { name: 'Compare 2 finished runs' }));
    await expect(hands.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
    const question = 'Held-out score';
    const menu = hands.getByRole('button', { name: `Download: ${question}` });
    await press(hands, menu);
    await expect(hands.getByRole('menuitem', { name: 'PNG' })).toBeFocused();
    await hands.keyboard.press('ArrowDown');
    await expect(hands.getByRole('menuitem', { name: 'SVG' })).toBeFocused();
    await hands.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await tabTo(hands, hands.getByRole('radio', { name: 'Chart' }).first(), 'Shift+Tab');
    await arrowTo(hands, hands.getByRole('radio', { name: 'Table' }).first());
    await hands.keyboard.press('Space');
    await expect(hands.getByRole('table', { name: question })).toBeVisible();
  });

  await test.step('a finished run, from its tabs to one rollout and back', async () => {
    await hands.goto(`/runs/${compared.runId}`);
    await tabTo(hands, hands.getByRole('tab', { name: /^Overview/ }));
    const rollouts = hands.getByRole('tab', { name: /^Rollouts/ });
    await arrowTo(hands, rollouts);
    await expect(rollouts).toHaveAttribute('aria-selected', 'true');
    const first = hands.getByRole('button', { name: /^Trace of rollout/ }).first();
    await press(hands, first);
    const trace = hands.getByRole('dialog', { name: /^Rollout \d+/ });
    await expect(trace).toBeVisible();
    await hands.keyboard.press('Escape');
    await expect(trace).toBeHidden();
    await expect(first).toBeFocused();
  });

  await test.step('make an experiment', () => makeByKeys(hands));

  await test.step('run it, watch it, ask to stop it, think again, stop it', async () => {
    await press(hands, hands.getByRole('button', { name: 'Run', exact: true }).first());
    const dialog = hands.getByRole('dialog');
    await press(hands, dialog.getByRole('button', { name: 'Single run…' }));
    await choose(hands, dialog.getByLabel('Kind'), 'Comparison point');
    await write(hands, dialog.getByLabel('Reason'), 'To see whether the keyboard is enough for it.');
    await press(hands, dialog.getByRole('button', { name: 'Run', exact: true }));
    await expect(hands).toHaveURL(/\/runs\/run_/);
    await expect(statusBadge(hands, 'Running')).toBeVisible();
    const stop = hands.getByRole('button', { name: 'Stop', exact: true });
    await press(hands, stop);
    const question = hands.getByRole('dialog', { name: 'Stop this run?' });
    await expect(question).toBeVisible();
    await hands.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(stop).toBeFocused();
    await hands.keyboard.press('Enter');
    await press(hands, question.getByRole('button', { name: 'Stop the run' }));
    await expect(statusBadge(hands, 'Stopped')).toBeVisible();
  });
  await context.close();
  await page.close();
});

test('The keyboard is enough to decide on a review', { tag: '@full' }, async ({ api, browser, baseURL }) => {
  const email = `kay-${Date.now()}@journey.example`;
  const person = { email, name: 'Kay Keys', role: 'reviewer', password: PASSWORD };
  const { person: kay } = await api.post<{ person: { id: string } }>('/api/v1/people', person);
  await waitForDiagnosis(api);
  const { id: experimentId } = await makeExperiment(api, { name: 'Decided by keys', pace: 'fast' });
  const plan = await api.post<ReportView>('/api/v1/reports', { kind: 'plan', experimentId });
  await api.post(`/api/v1/reports/${plan.id}/request-review`, { reviewers: [kay.id] });
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: { cookies: [], origins: [] },
    reducedMotion: 'reduce',
  });
  const hands = await context.newPage();
  await signInByKeys(hands, { email, password: PASSWORD });
  await press(hands, hands.getByRole('link', { name: /^Notices/ }).first());
  await press(
    hands,
    hands.getByRole('list', { name: 'Waiting for your decision' }).getByRole('link').first(),
  );
  const decide = hands.getByRole('button', { name: 'Decide' });
  await press(hands, decide);
  const dialog = hands.getByRole('dialog', { name: 'Decide on version 1' });
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await hands.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(decide).toBeFocused();
  await hands.keyboard.press('Enter');
  await write(hands, dialog.getByLabel('Note'), 'Read from top to bottom, without a mouse.');
  await press(hands, dialog.getByRole('button', { name: 'Accept' }));
  await expect(hands.getByRole('list', { name: 'Reviewers' })).toContainText('Accepted');
  await context.close();
});

async function signInByKeys(hands: Page, account: { readonly email: string; readonly password: string }) {
  await hands.goto('/sign-in');
  await write(hands, hands.getByLabel('E-mail'), account.email);
  await write(hands, hands.getByLabel('Password'), account.password);
  await hands.keyboard.press('Enter');
  await hands.waitForURL((url) => url.pathname === '/');
}

async function makeByKeys(hands: Page): Promise<void> {
  await hands.keyboard.press('g');
  await hands.keyboard.press('e');
  await expect(hands.getByRole('heading', { level: 1, name: 'Experiments' })).toBeVisible();
  await press(hands, hands.getByRole('link', { name: 'New experiment' }).first());
  await expect(hands.getByRole('heading', { level: 1, name: 'New experiment' })).toBeVisible();
  await write(hands, hands.getByLabel('Name', { exact: true }), `Made by keys ${Date.now()}`);
  await choose(hands, hands.getByLabel('Data set'), 'Formula practice (1100)');
  await choose(hands, hands.getByLabel('Task', { exact: true }), 'Formula (formula)');
  await expect(hands.getByText(/^A run takes/)).toBeVisible();
  await press(hands, hands.getByRole('button', { name: 'Create experiment' }));
  await expect(hands.getByRole('heading', { level: 1, name: /^Made by keys/ })).toBeVisible();
}

/** Two finished runs of one experiment, small enough to end soon. */
async function makeTwoRuns(api: Api): Promise<{ readonly name: string; readonly runId: string }> {
  await waitForDiagnosis(api);
  const { id: experimentId, name } = await makeExperiment(api, {
    name: 'Compared by keys',
    pace: 'fast',
    splitId: (await smallSplit(api)).id,
    settings: { batch: { kind: 'static', size: 10, reason: 'Three iterations are enough to compare.' } },
  });
  const runIds: string[] = [];
  for (const seed of [1, 2])
    runIds.push((await startRun(api, { experimentId, kind: 'comparisonPoint', seed })).id);
  for (const runId of runIds) await waitForEnd(api, runId);
  return { name, runId: runIds[0] ?? '' };
}
