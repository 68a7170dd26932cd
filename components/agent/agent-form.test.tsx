import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { agentSettings } from '@/lib/domain/agent';
import { AgentForm } from './agent-form';

const pushed: string[] = [];
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: (to: string) => pushed.push(to) }) }));

const viewer = {
  name: 'ada@example.com',
  role: 'owner',
  userId: 'usr_1',
  workspaceName: 'Team',
  mayAdminister: true,
} as const;
const sent: unknown[] = [];
let programs: readonly { name: string; workers: number }[] = [];

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  sent.length = 0;
  pushed.length = 0;
  programs = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return json({ items: url.includes('/commands') ? programs : [] });
    sent.push(JSON.parse(String(init.body)));
    return json({ id: 'agt_1' }, 201);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(mayExperiment = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={{ ...viewer, mayExperiment }}>
        <AgentForm agent={null} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}
const box = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => screen.getByRole('button', { name });

describe('the form of an agent', () => {
  it('sends a name and an address with the defaults of the API, and opens the agent', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.type(box('Address'), 'https://agents.example.com/rollout');
    await user.click(press('Add agent'));
    await waitFor(() => expect(pushed).toEqual(['/agents/agt_1']));
    const settings = agentSettings.parse({ kind: 'http', url: 'https://agents.example.com/rollout' });
    expect(sent).toEqual([{ name: 'Solver', settings }]);
  });

  it('sends nothing with a wrong address, and leads to it', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.type(box('Address'), 'nowhere');
    await user.click(press('Add agent'));
    await waitFor(() => expect(box('Address').getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(box('Address'));
    expect(sent).toEqual([]);
  });

  it('opens Advanced where a limit in it is wrong', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.type(box('Address'), 'https://agents.example.com/rollout');
    await user.click(press('Show'));
    await user.clear(screen.getByRole('spinbutton', { name: 'Model calls' }));
    await user.click(press('Hide'));
    await user.click(press('Add agent'));
    const field = await screen.findByRole('spinbutton', { name: 'Model calls' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([]);
  });

  it('offers programs that live workers know', async () => {
    programs = [{ name: 'solver', workers: 2 }];
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.click(screen.getByRole('radio', { name: 'Program' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Program' }), 'solver');
    await user.click(press('Add agent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ settings: { kind: 'program', command: 'solver' } });
  });

  it('lets an agent without the proxy read its components from the job alone', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.type(box('Address'), 'https://agents.example.com/rollout');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Way to the model' }), 'prepend');
    await user.click(screen.getByRole('checkbox', { name: /Model calls go through Waggle/ }));
    await user.click(press('Add agent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ settings: { proxied: false, components: [{ injection: 'given' }] } });
  });

  it('cannot be sent by a viewer', () => {
    show(false);
    expect(press('Add agent')).toHaveProperty('disabled', true);
  });
});
