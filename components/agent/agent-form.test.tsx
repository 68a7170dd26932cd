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
let lists: readonly object[] = [];
let programs: readonly { name: string; workers: number }[] = [];

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  sent.length = 0;
  pushed.length = 0;
  lists = [];
  programs = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return json({ items: url.includes('/commands') ? programs : [] });
    if (url.includes('/agents/tools')) return json({ items: lists });
    sent.push(JSON.parse(String(init.body)));
    return json({ id: 'agt_1' }, 201);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(mayExperiment = true, hasHarbor = false) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={{ ...viewer, mayExperiment }}>
        <AgentForm agent={null} hasHarbor={hasHarbor} />
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

  it('lists the tools of a server and sends those that are allowed, with descriptions to learn', async () => {
    const parameters = { type: 'object', properties: { id: { type: 'string' } } };
    const toolNamed = (name: string) => ({ server: 'desk', name, description: `Does ${name}.`, parameters });
    const tools = ['find', 'refund'].map(toolNamed);
    lists = [{ server: 'desk', tools, fault: null }];
    const user = show();
    await user.type(box('Name'), 'Clerk');
    await user.click(screen.getByRole('radio', { name: 'Tools' }));
    await user.click(press('Add server address'));
    await user.type(box('Server name'), 'desk');
    await user.type(box('Server address'), 'https://tools.example.com/mcp');
    await user.click(press('List tools'));
    await user.click(await screen.findByRole('checkbox', { name: /^refund/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Learn the description of find' }));
    await user.type(screen.getByRole('textbox', { name: /^System text/ }), 'Be kind.');
    await user.click(press('Add agent'));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const servers = [{ via: 'http', name: 'desk', url: 'https://tools.example.com/mcp' }];
    const components = [
      { name: 'system', initialText: 'Be kind.' },
      { name: 'tool.find', initialText: 'Does find.' },
    ];
    const settings = { kind: 'tools', servers, serverTools: [tools[0]], components };
    expect(sent).toEqual([{ name: 'Clerk', settings: agentSettings.parse(settings) }]);
  });

  it('says which tool server was not reached', async () => {
    lists = [{ server: 'desk', tools: [], fault: 'The server desk gave no list of tools.' }];
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Tools' }));
    expect(press('List tools')).toHaveProperty('disabled', true);
    await user.click(press('Add server address'));
    await user.type(box('Server name'), 'desk');
    await user.click(press('List tools'));
    expect(await screen.findByText('The server desk gave no list of tools.')).toBeDefined();
  });

  it('leads to the parameters of an HTTP tool that are no JSON', async () => {
    const user = show();
    await user.type(box('Name'), 'Clerk');
    await user.click(screen.getByRole('radio', { name: 'Tools' }));
    await user.click(press('Add HTTP tool'));
    await user.type(box('Tool name'), 'weather');
    await user.type(box('Tool address'), 'https://api.example.com/weather');
    await user.clear(box('Parameters'));
    await user.click(press('Add agent'));
    await vi.waitFor(() => expect(box('Parameters').getAttribute('aria-invalid')).toBe('true'));
    expect(sent).toEqual([]);
  });

  it('asks an agent in an environment for its replies only, and sends what is fixed', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.click(screen.getByRole('radio', { name: 'Terminal' }));
    expect(screen.queryByRole('combobox', { name: 'State between rollouts' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reply format' }), 'xml');
    await user.click(press('Add agent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    const fixed = { reset: 'eachRollout', tools: 'sandboxed' };
    const settings = agentSettings.parse({ kind: 'terminal', replies: 'xml', ...fixed });
    expect(sent).toEqual([{ name: 'Solver', settings }]);
  });

  it('names the components of an agent that is installed in the sandbox', async () => {
    const user = show();
    await user.type(box('Name'), 'Solver');
    await user.click(screen.getByRole('radio', { name: 'Terminal' }));
    await user.type(screen.getByRole('textbox', { name: /^Command/ }), 'solve --all');
    expect(screen.queryByRole('combobox', { name: 'Reply format' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Way to the model' }), 'prepend');
    await user.click(press('Add agent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    const settings = { kind: 'terminal', command: 'solve --all', components: [{ injection: 'prepend' }] };
    expect(sent[0]).toMatchObject({ settings });
  });

  it('offers Harbor where the operator has named its command, and asks for its agent and model', async () => {
    const user = show(true, true);
    await user.type(box('Name'), 'Solver');
    await user.click(screen.getByRole('radio', { name: 'Terminal' }));
    await user.click(screen.getByRole('radio', { name: 'Harbor runs the attempt' }));
    expect(screen.queryByRole('combobox', { name: 'Reply format' })).toBeNull();
    await user.type(screen.getByRole('textbox', { name: /^Harbor model/ }), 'openai/practice');
    await user.click(press('Add agent'));
    await waitFor(() => expect(sent).toHaveLength(1));
    const fixed = { reset: 'eachRollout', tools: 'sandboxed' };
    const harbor = { agent: 'terminus-2', model: 'openai/practice' };
    const settings = agentSettings.parse({ kind: 'terminal', harbor, ...fixed });
    expect(sent).toEqual([{ name: 'Solver', settings }]);
  });

  it('does not offer Harbor where no command is named', async () => {
    const user = show();
    await user.click(screen.getByRole('radio', { name: 'Terminal' }));
    expect(screen.queryByRole('radio', { name: 'Harbor runs the attempt' })).toBeNull();
  });

  it('cannot be sent by a viewer', () => {
    show(false);
    expect(press('Add agent')).toHaveProperty('disabled', true);
  });
});
