import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { TasksImportView } from './tasks-import-view';

const pushed: string[] = [];
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: (to: string) => pushed.push(to) }) }));

const viewer = {
  name: 'ada@example.com',
  role: 'owner',
  userId: 'usr_1',
  workspaceName: 'Team',
  mayAdminister: true,
  mayExperiment: true,
} as const;
const sent: { readonly url: string; readonly body: unknown }[] = [];
let reply: () => Response;

beforeEach(() => {
  sent.length = 0;
  pushed.length = 0;
  reply = () => Response.json({ id: 'dat_1' }, { status: 201 });
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { body } = init ?? {};
    sent.push({ url, body: typeof body === 'string' ? JSON.parse(body) : body });
    return reply();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={viewer}>
        <TasksImportView />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const add = () => screen.getByRole('button', { name: 'Add tasks' });

describe('the form of tasks', () => {
  it('adds the practice tasks without further input and opens their data set', async () => {
    const user = show();
    expect(add()).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'Practice tasks' }));
    await user.click(add());
    await waitFor(() => expect(pushed).toEqual(['/datasets/dat_1']));
    expect(sent).toEqual([{ url: '/api/v1/datasets/practice-tasks', body: { name: 'Practice tasks' } }]);
  });

  it('sends pasted ids of AppWorld', async () => {
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'AppWorld' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Dev');
    await user.type(screen.getByRole('textbox', { name: 'Task ids' }), '82e2fac_1, 82e2fac_2');
    await user.click(add());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ name: 'Dev', taskIds: ['82e2fac_1', '82e2fac_2'] });
  });

  it('sends whether tasks run without a network', async () => {
    const user = show();
    const input = document.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('no input for files');
    await user.upload(input, new File(['x'], 'tasks.tar'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Registry');
    await user.click(screen.getByRole('checkbox', { name: /without a network/i }));
    await user.click(add());
    await waitFor(() => expect(sent).toHaveLength(1));
    const { body } = sent[0] ?? {};
    if (!(body instanceof FormData)) throw new Error('no form');
    expect(JSON.parse(String(body.get('options')))).toEqual({ name: 'Registry', withoutNetwork: true });
  });

  it('lists every fault of a refused archive, and keeps the archive', async () => {
    const fields = ['a/task.toml: agent', 'b/task.toml: verifier'].map((path) => ({
      path,
      message: `No ${path}.`,
    }));
    const problem = {
      ...{
        type: 'about:blank',
        title: 'Refused',
        status: 422,
        code: 'IMPORT_REJECTED',
        detail: 'Nothing was imported.',
      },
      ...{ fields, howToProceed: [], ruleId: null, requestId: 'req_1' },
    };
    reply = () => Response.json(problem, { status: 422 });
    const user = show();
    const input = document.querySelector('input[type=file]');
    if (!(input instanceof HTMLInputElement)) throw new Error('no input for files');
    await user.upload(input, new File(['x'], 'tasks.tar'));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Registry');
    await user.click(add());
    for (const { path } of fields) expect(await screen.findByText(path)).toBeDefined();
    expect(screen.getByText('tasks.tar')).toBeDefined();
    expect(pushed).toEqual([]);
  });
});
