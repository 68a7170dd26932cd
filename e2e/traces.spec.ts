import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { importAtif } from '@/lib/trajectory/atif-import';
import { expect, test } from './support/test';

/** Traces of an agent outside: sent over OTLP, found by a filter, judged by keys, exported. */
const SERVICE = `help-desk-${Date.now()}`;
const FLAG_SERVER = `http://127.0.0.1:${process.env.WAGGLE_E2E_SERVING_PORT}`;

const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
const message = (role: string, content: string) =>
  JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);

/** One model call, as an OpenTelemetry exporter sends it in JSON. */
function requestOf(number: number) {
  const startMs = Date.now() - 60_000 + number * 1_000;
  const span = {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: 'chat',
    kind: 3,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 900}000000`,
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'journey-model'),
      text('gen_ai.input.messages', message('user', `May order ${number} be returned?`)),
      text('gen_ai.output.messages', message('assistant', `Order ${number} is within its window.`)),
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '120' } },
    ],
  };
  return {
    resourceSpans: [
      { resource: { attributes: [text('service.name', SERVICE)] }, scopeSpans: [{ spans: [span] }] },
    ],
  };
}

test('A person finds traces that an agent sent, judges them by keys, and exports one', async ({
  page,
  api,
}) => {
  const { secret } = await api.post<{ secret: string }>('/api/v1/keys', {
    name: SERVICE,
    role: 'viewer',
    scopes: ['traces:write'],
  });
  const send = async (number: number) => {
    const response = await page.request.post(`${FLAG_SERVER}/otlp/v1/traces`, {
      headers: { authorization: `Bearer ${secret}` },
      data: requestOf(number),
    });
    expect(response.status(), await response.text()).toBe(200);
  };
  await send(1);

  await page.goto('/traces');
  const rows = page.getByRole('table', { name: 'Traces' });
  await expect(rows.getByRole('link', { name: 'May order 1 be returned?' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Service' }).selectOption(SERVICE);
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
