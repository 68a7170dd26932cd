import { readFile } from 'node:fs/promises';
import { importAtif } from '@/lib/trajectory/atif-import';
import { traceSender } from './support/agent-traces';
import { expect, test } from './support/test';

/** Traces of an agent outside: sent over OTLP, found by a filter, judged by keys, exported. */
const SERVICE = `help-desk-${Date.now()}`;

test('A person finds traces that an agent sent, judges them by keys, and exports one', async ({
  page,
  api,
}) => {
  const sender = await traceSender(api, page.request, SERVICE);
  const send = (number: number) =>
    sender.send({
      question: `May order ${number} be returned?`,
      answer: `Order ${number} is within its window.`,
    });
  await send(1);

  await page.goto('/traces');
  const rows = page.getByRole('table', { name: 'Traces' });
  // First the filter: hundreds of traces of another journey may be newer.
  await page.getByRole('combobox', { name: 'Service' }).selectOption(SERVICE);
  await expect(rows.getByRole('link', { name: 'May order 1 be returned?' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`service=${SERVICE}`));
  await send(2);
  await expect(rows.getByRole('link', { name: 'May order 2 be returned?' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Words in task, answer or error' }).fill('order 2 windo');
  await expect(rows.getByRole('link', { name: /May order/ })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Words in task, answer or error' }).fill('');
  await expect(rows.getByRole('link', { name: /May order/ })).toHaveCount(2);
  await expect(page).not.toHaveURL(/words=/);

  await page.getByRole('link', { name: 'Judge', exact: true }).click();
  await expect(page.getByText('0 judged, 2 to go')).toBeVisible();
  await expect(page.getByText('May order 2 be returned?')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('article', { name: /^Step 1,/ })).toBeVisible();
  await page.keyboard.press('5');
  await expect(page.getByText('1 judged, 1 to go')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByText('All 2 are judged')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('1 judged, 1 to go')).toBeVisible();
  await page.keyboard.press('2');
  await page.getByRole('link', { name: 'Back to traces' }).click();

  await page.getByRole('combobox', { name: 'Service' }).selectOption(SERVICE);
  await expect(rows.getByRole('row').filter({ hasText: 'May order 1' })).toContainText('25.0 % person');
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Right');
  await expect(rows.getByRole('link', { name: /May order/ })).toHaveCount(1);
  await expect(page).toHaveURL(/outcome=right/);
  await rows.getByRole('link', { name: 'May order 2 be returned?' }).click();
  await expect(page.getByRole('article', { name: /^Step 1,/ })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export ATIF' }).click(),
  ]);
  const { trajectory } = importAtif(JSON.parse(await readFile(await file.path(), 'utf8')));
  expect(trajectory?.steps.map(({ text: words }) => words)).toEqual([
    'May order 2 be returned?',
    'Order 2 is within its window.',
  ]);
});
