import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { agentSettings } from '@/lib/domain/agent';
import { practiceLimit } from '@/lib/view/practice-limit';
import { TestDialog } from './test-dialog';

const pushed: string[] = [];
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: (to: string) => pushed.push(to) }) }));

const agentWith = (settings: object): AgentView => ({
  ...{ id: 'agt_1', name: 'Solver', version: 1, hash: 'hash', hasSecret: false },
  settings: agentSettings.parse({ kind: 'http', url: 'https://agents.example.com/rollout', ...settings }),
  ...{ createdBy: 'ada@example.com', createdAt: '2026-11-01T00:00:00.000Z', archivedAt: null },
});
const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  providers: [
    { id: 'prv_1', name: 'Provider', practice: false, models: [{ id: 'mdl_1', name: 'small' }] },
    { id: 'prv_2', name: 'Practice', practice: true, models: [{ id: 'mdl_2', name: 'practice-task' }] },
    {
      id: 'prv_3',
      name: 'Practice model, fast',
      practice: true,
      models: [{ id: 'm', name: 'practice-task' }],
    },
  ],
  datasets: [{ id: 'dat_1', name: 'Sums' }],
  examples: [{ id: 'ex_1', question: 'What is 1 plus 2?', context: 'Whole numbers.', expected: '3' }],
};
const sent: unknown[] = [];

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  sent.length = 0;
  pushed.length = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return json({ rolloutId: 'ro_0123456789' }, 202);
    }
    const list = url.split('?')[0]?.split('/').at(-1) ?? '';
    return json({ items: LISTS[list] ?? [], nextCursor: null });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(settings: object = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TestDialog agent={agentWith(settings)} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const box = (name: RegExp) => screen.getByRole('textbox', { name });
const start = () => screen.getByRole('button', { name: 'Start rollout' });

describe('the test of an agent', () => {
  it('starts one rollout with an example, edited texts and a model, and opens its page', async () => {
    const user = show({ components: [{ name: 'system', injection: 'given', initialText: 'Add.' }] });
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Data set/ }), [
      await screen.findByRole('option', { name: 'Sums' }),
    ]);
    await screen.findByRole('option', { name: 'What is 1 plus 2?' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Example' }), 'ex_1');
    await user.type(box(/system/), ' Carefully.');
    await screen.findByRole('option', { name: 'small · Provider' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'prv_1/small');
    await user.click(start());
    await waitFor(() => expect(pushed).toEqual(['/rollouts/ro_0123456789']));
    expect(sent).toEqual([
      {
        question: 'What is 1 plus 2?',
        context: 'Whole numbers.',
        expected: '3',
        components: { system: 'Add. Carefully.' },
        model: { providerId: 'prv_1', name: 'small' },
      },
    ]);
  });

  it('sends no expected answer where the question of the example was changed', async () => {
    const user = show({ proxied: false });
    await screen.findByRole('option', { name: 'Sums' });
    await user.selectOptions(screen.getByRole('combobox', { name: /^Data set/ }), 'dat_1');
    await screen.findByRole('option', { name: 'What is 1 plus 2?' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Example' }), 'ex_1');
    await user.type(box(/^Question/), ' And 3?');
    await user.click(start());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty('expected');
  });

  it('starts nothing without a question, and leads to it', async () => {
    const user = show();
    await user.click(start());
    await waitFor(() => expect(box(/^Question/).getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(box(/^Question/));
    expect(sent).toEqual([]);
  });

  it('takes no model where the calls of the agent are not proxied', async () => {
    const user = show({ proxied: false });
    expect(screen.queryByRole('combobox', { name: 'Model' })).toBeNull();
    await user.type(box(/^Question/), 'What is 2 plus 2?');
    await user.click(start());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ question: 'What is 2 plus 2?', model: null });
  });

  it('names the provider of each model, so that no two options look alike', async () => {
    show();
    await screen.findByRole('option', { name: 'small · Provider' });
    const shown = within(screen.getByRole('combobox', { name: 'Model' })).getAllByRole('option');
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'practice-task · Practice (practice model)',
      'small · Provider',
      'practice-task · Practice model, fast',
    ]);
  });

  const hintOf = (field: HTMLElement) =>
    document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;

  it('says before the start what the practice model cannot answer, and not of another model', async () => {
    const user = show();
    const limit = practiceLimit(agentWith({}).settings);
    await waitFor(() => expect(hintOf(screen.getByRole('combobox', { name: 'Model' }))).toBe(limit));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Model' }), 'prv_1/small');
    expect(hintOf(screen.getByRole('combobox', { name: 'Model' }))).not.toBe(limit);
  });

  it('warns of no limit for the seeded clerk, whose tickets the practice model knows', () => {
    const url = 'http://127.0.0.1:8000/practice/back-office/agent';
    expect(practiceLimit(agentWith({}).settings)).not.toBeNull();
    expect(practiceLimit(agentWith({ url }).settings)).toBeNull();
  });
});
