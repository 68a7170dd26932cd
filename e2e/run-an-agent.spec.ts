import { openAdvanced } from './support/experiment-form';
import { practiceProvider, smallSplit } from './support/experiments';
import { openPracticeAgent, type PracticeAgent } from './support/practice-agent';
import { openTab, statusBadge } from './support/run-page';
import { openSingleRun } from './support/single-run';
import { expect, test } from './support/test';

/** A person's own agent over HTTP: added, tested with one example, chosen by an experiment, and run. */

let agent: PracticeAgent;

test.beforeAll(async () => {
  agent = await openPracticeAgent();
});
test.afterAll(() => agent.close());

test('A person adds an agent, watches its test, and reads the trajectories of its run', async ({
  page,
  api,
}) => {
  const name = `Solver ${Date.now()}`;
  const split = await smallSplit(api, { train: 10, selection: 0, heldOut: 5, confirmation: 0 });
  const { id: providerId } = await practiceProvider(api, 'fast');

  await test.step('the agent is added', async () => {
    await page.goto('/agents/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Address' }).fill(agent.url);
    await page.getByRole('textbox', { name: 'Initial text' }).fill('Read the question twice.');
    await page.getByRole('combobox', { name: 'State between rollouts' }).selectOption('stateless');
    await page.getByRole('button', { name: 'Add agent' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('State is not declared')).toHaveCount(0);
  });
  const agentPage = page.url();

  await test.step('its test shows the trajectory while the agent is still at work', async () => {
    agent.hold();
    await page.getByRole('button', { name: 'Test agent' }).click();
    const dialog = page.getByRole('dialog', { name: `Test ${name}` });
    await dialog.getByRole('combobox', { name: 'Data set' }).selectOption({ label: 'Formula practice' });
    await dialog.getByRole('combobox', { name: 'Example', exact: true }).selectOption({ index: 1 });
    await expect(dialog.getByRole('textbox', { name: 'Question' })).not.toHaveValue('');
    await dialog.getByRole('combobox', { name: 'Model' }).selectOption(`${providerId}/practice-task`);
    await dialog.getByRole('button', { name: 'Start rollout' }).click();
    await expect(page).toHaveURL(/\/rollouts\/ro_/);
    const steps = page.getByRole('article', { name: /^Step \d+, Agent/ });
    await expect(steps).toHaveCount(1);
    await expect(statusBadge(page, 'Running')).toBeVisible();
    agent.release();
    await expect(statusBadge(page, 'Completed')).toBeVisible();
    await expect(steps).toHaveCount(2);
    await expect(page.getByText('Proven').first()).toBeVisible();
  });

  await test.step('an experiment chooses the agent, and sees what its rollouts take', async () => {
    await page.goto('/experiments/new');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Task').selectOption('Formula (formula)');
    await page.getByLabel('Data set').selectOption({ value: split.datasetId });
    await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: `${name} (version 1)` });
    await expect(page.getByText('Forecast per rollout')).toBeVisible();
    await openAdvanced(page, 'Split and description');
    await page.getByLabel('Registered split').selectOption({ value: split.id });
    await page.getByRole('combobox', { name: 'Model' }).selectOption(providerId);
    await page.getByRole('button', { name: 'Create experiment' }).click();
    await expect(page).toHaveURL(/\/experiments\/(?!new)/);
    await page.locator('summary', { hasText: 'Settings' }).click();
    await expect(page.getByText(`${name}, version 1 (HTTP)`)).toBeVisible();
  });

  await test.step('its run names the agent, and leads to the trajectory of each rollout', async () => {
    await openSingleRun(page);
    const dialog = page.getByRole('dialog', { name: `Run ${name}` });
    await dialog.getByLabel('Kind').selectOption('Comparison point');
    await dialog.getByLabel('Batch size').fill('5');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page).toHaveURL(/\/runs\/run_/);
    await expect(page.getByText(`${name}, version 1 (HTTP)`)).toBeVisible();
    await expect(statusBadge(page, 'Finished')).toBeVisible();
    await openTab(page, 'Rollouts');
    const rollouts = page.getByRole('button', { name: /^Trace of rollout/ });
    await expect(rollouts.first()).toContainText('2 calls');
    await rollouts.first().click();
    await page.getByRole('link', { name: 'Trajectory' }).click();
    await expect(page).toHaveURL(/\/rollouts\/ro_/);
    await expect(page.getByRole('article', { name: /^Step \d+, Agent/ })).toHaveCount(2);
  });

  await page.goto(agentPage);
  await expect(
    page.getByRole('table', { name: 'Recent rollouts' }).getByText('Test', { exact: true }),
  ).toBeVisible();
});
