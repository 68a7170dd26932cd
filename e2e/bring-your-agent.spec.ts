import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { isPythonThere } from '@/server/adapters/testing/program-agent-under-test';
import { openTab, statusBadge } from './support/run-page';
import { expect, test } from './support/test';

/**
 * A newcomer's walk, as docs/agents.md tells it: an own agent in plain Python with a tool, reached through a runner, own
 * examples, and a prompt that was learned from its rollouts.
 */
const SYSTEM = 'You keep the books of small businesses. Use the calculator. Answer with the number alone.';

let runner: ChildProcess | undefined;
const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-own-agent-'));

test.afterAll(() => {
  runner?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const walk = 'An own Python agent is connected, tested, and gets a learned prompt from own examples';
if (isPythonThere) test(walk, { tag: '@full' }, walkThrough);
else test.skip(`${walk} (not tried: python3 is not installed)`, { tag: '@full' }, walkThrough);

async function walkThrough({ page }: { page: Page }) {
  test.setTimeout(900_000);
  const name = `Bookkeeper ${Date.now()}`;

  await test.step('the agent is added', async () => {
    await page.goto('/agents');
    await page.getByRole('link', { name: 'New agent' }).first().click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('radio', { name: 'Runner' }).click();
    await page.getByRole('textbox', { name: 'Initial text' }).fill(SYSTEM);
    await page.getByRole('combobox', { name: 'State between rollouts' }).selectOption('stateless');
    await page.getByRole('button', { name: 'Add agent' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('No runner is connected')).toBeVisible();
  });
  const agentPage = page.url();

  await test.step('its runner connects with a key', async () => {
    const key = await makeKey(page, name);
    startRunner(name, key);
    await page.goto(agentPage);
    await expect(page.getByRole('table', { name: 'Runners' }).getByText('Connected')).toBeVisible();
  });

  await test.step('its test shows two calls with the tool between them', async () => {
    await page.getByRole('button', { name: 'Test agent' }).click();
    const dialog = page.getByRole('dialog', { name: `Test ${name}` });
    await dialog.getByRole('textbox', { name: 'Question' }).fill(questionOf(1));
    await dialog.getByRole('button', { name: 'Start rollout' }).click();
    await expect(page).toHaveURL(/\/rollouts\/ro_/);
    await expect(statusBadge(page, 'Completed')).toBeVisible();
    await expect(page.getByRole('article', { name: /^Step \d+, Agent/ })).toHaveCount(2);
    await expect(page.getByText('Proven').first()).toBeVisible();
  });

  await test.step('a plan on own examples learns a prompt', async () => {
    await importExamples(page, name);
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Scoring').selectOption('Number within a tolerance');
    await dialog.getByRole('button', { name: 'Make the task' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: `${name} (version 1)` });
    await page.getByRole('button', { name: 'Create experiment' }).click();
    await expect(page).toHaveURL(/\/experiments\/exp_/);
    await page.getByRole('button', { name: 'Run', exact: true }).first().click();
    await page.getByRole('button', { name: 'Start plan' }).click();
    const steps = page.getByRole('list', { name: 'Steps of the plan' });
    await steps.getByRole('link', { name: /Serial/ }).click();
    await expect(page).toHaveURL(/\/runs\/run_/);
    await expect(statusBadge(page, 'Finished')).toBeVisible({ timeout: 600_000 });
    await openTab(page, 'Prompt');
    await expect(page.getByRole('region', { name: 'The playbook' }).getByRole('listitem')).not.toHaveCount(0);
  });
}

async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto('/settings?tab=keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Permissions').selectOption('runner');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const key = (await page.getByTestId('secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have it' }).click();
  return key;
}

/** Copies the agent and the client into one folder and starts the agent, as the README of the client says. */
function startRunner(name: string, key: string): void {
  const script = path.join(folder, 'own-agent.py');
  copyFileSync('e2e/support/own-agent.py', script);
  copyFileSync('clients/python/waggle_runner.py', path.join(folder, 'waggle_runner.py'));
  const env = {
    ...process.env,
    WAGGLE_URL: `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}`,
    ...{ WAGGLE_RUNNER_KEY: key, WAGGLE_AGENT: name },
  };
  runner = spawn('python3', [script], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

const questionOf = (at: number) =>
  `Bakery number ${at} owns current assets of $${200 + 9 * at} and owes $${100 + 3 * at} within a year. What is its current ratio?`;

async function importExamples(page: Page, name: string): Promise<void> {
  const lines = Array.from({ length: 80 }, (_, at) =>
    JSON.stringify({ question: questionOf(at), answer: ((200 + 9 * at) / (100 + 3 * at)).toFixed(2) }),
  );
  await page.goto('/datasets/import');
  await page.getByLabel('Drop files here, or choose them').setInputFiles({
    name: `${name}.jsonl`,
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.getByRole('button', { name: 'Import 80 examples' }).click();
  await expect(page).toHaveURL(/\/experiments\/new\?dataset=/);
}
