import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderView } from '@/lib/contracts/providers';
import { ProviderDialog } from './provider-dialog';

const provider: ProviderView = {
  id: 'prv_1',
  name: 'House',
  baseUrl: 'https://models.example/v1',
  keyHint: null,
  headers: { 'x-route': 'east', 'x-tenant-key': 's3cret' },
  behaviouralHeaders: ['x-route'],
  practice: false,
  hardware: 'unknown',
  requestsPerMinute: null,
  tokensPerMinute: null,
  concurrency: 16,
  timeoutMs: 120_000,
  maxAttempts: 5,
  acceleratorsPerCall: null,
  allowsLoopback: false,
  archivedAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  models: [],
};

let sent: Record<string, unknown> = {};
beforeEach(() => {
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    sent = JSON.parse(String(init?.body));
    return new Response(JSON.stringify(provider), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(known: ProviderView | null) {
  const closed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProviderDialog provider={known} onClose={closed} />
    </QueryClientProvider>,
  );
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(closed).toHaveBeenCalled());
    return sent;
  };
  return { save };
}

describe('the headers in the dialog of a provider', () => {
  it('keep their marks when the provider is saved unchanged', async () => {
    const { save } = open(provider);
    const boxes = screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Affects answers' });
    expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
    expect(await save()).toMatchObject({
      headers: provider.headers,
      behaviouralHeaders: provider.behaviouralHeaders,
    });
  });

  it('are added, marked and removed, and a row without a name is none', async () => {
    const { save } = open(provider);
    await userEvent.click(screen.getByRole('button', { name: 'Remove header 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    await userEvent.type(screen.getByLabelText('Name of header 2'), 'x-deployment');
    await userEvent.type(screen.getByLabelText('Value of header 2'), 'blue');
    await userEvent.click(screen.getAllByRole('checkbox', { name: 'Affects answers' })[1] ?? expect.fail());
    await userEvent.click(screen.getByRole('button', { name: 'Add header' }));
    expect(await save()).toMatchObject({
      headers: { 'x-tenant-key': 's3cret', 'x-deployment': 'blue' },
      behaviouralHeaders: ['x-deployment'],
    });
  });
});

describe('another address in the dialog of a provider', () => {
  const moveTo = async (url: string) => {
    await userEvent.clear(screen.getByLabelText('Base address'));
    await userEvent.type(screen.getByLabelText('Base address'), url);
  };

  it('does not take the headers of the former host along', async () => {
    const { save } = open(provider);
    await moveTo('https://other.example/v1');
    expect(await save()).toMatchObject({ headers: {}, behaviouralHeaders: [] });
  });

  it('takes headers along that were edited for it, and all of them within one host', async () => {
    const { save } = open(provider);
    await moveTo('https://models.example/v2');
    expect(await save()).toMatchObject({ headers: provider.headers });
    cleanup();
    const second = open(provider);
    await moveTo('https://other.example/v1');
    await userEvent.click(screen.getByRole('button', { name: 'Remove header 2' }));
    expect(Object.keys((await second.save()).headers as object)).toEqual(['x-route']);
  });

  it('of this computer can be allowed before it is refused', async () => {
    const { save } = open(provider);
    expect(screen.queryByRole('checkbox', { name: /Allow calls to this computer/ })).toBeNull();
    await moveTo('http://localhost:11434/v1');
    await userEvent.click(screen.getByRole('checkbox', { name: /Allow calls to this computer/ }));
    expect(await save()).toMatchObject({ allowsLoopback: true, baseUrl: 'http://localhost:11434/v1' });
  });
});

describe('a provider that is added', () => {
  it('brings its models along, and a second try after a refused one adds no second provider', async () => {
    const asked: { readonly method: string; readonly path: string; readonly name: unknown }[] = [];
    let refuses = true;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const body = JSON.parse(String(init?.body ?? '{}'));
      const path = new URL(url, 'http://waggle.test').pathname;
      asked.push({ method: init?.method ?? 'GET', path, name: body.name });
      if (path.endsWith('/models') && body.name === 'second' && refuses) {
        refuses = false;
        const problem = { ...{ code: 'INPUT_INVALID', status: 422, detail: 'No.', title: 'No' }, fields: [] };
        const refusal = { ...problem, howToProceed: [] };
        const headers = { 'content-type': 'application/problem+json' };
        return new Response(JSON.stringify(refusal), { status: 422, headers });
      }
      return new Response(JSON.stringify(provider), { headers: { 'content-type': 'application/json' } });
    });
    const { save } = open(null);
    await userEvent.type(screen.getByLabelText(/^Name(?! of)/), 'House');
    await userEvent.type(screen.getByLabelText('Base address'), 'https://models.example/v1');
    await userEvent.type(screen.getByLabelText(/^Models/), 'first, second');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(refuses).toBe(false));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false),
    );
    await save();
    const made = asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/providers'));
    expect(made).toHaveLength(1);
    const models = asked.filter(({ path }) => path.endsWith('/models')).map(({ name }) => name);
    expect(models).toEqual(['first', 'second', 'first', 'second']);
  });

  it('fills the address of a preset, and offers the models that the endpoint lists', async () => {
    const asked: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
    let problem: string | null = 'Nothing answers at localhost:11434.';
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const path = new URL(url, 'http://waggle.test').pathname;
      asked.push({ path, body: JSON.parse(String(init?.body ?? '{}')) });
      const preview = { items: problem === null ? ['small', 'large'] : [], problem };
      const body = path.endsWith('/preview-models') ? preview : provider;
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    });
    open(null);
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Ollama');
    expect(screen.getByLabelText('Base address')).toHaveProperty('value', 'http://localhost:11434/v1');
    await userEvent.click(screen.getByRole('button', { name: 'Fetch models' }));
    expect(await screen.findByText('Nothing answers at localhost:11434.')).toBeTruthy();
    problem = null;
    await userEvent.click(screen.getByRole('button', { name: 'Fetch models' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'large' }));
    await userEvent.type(screen.getByLabelText(/^Models/), ', own');
    await userEvent.click(screen.getByRole('button', { name: 'Allow and save' }));
    const named = () => asked.filter(({ path }) => path.endsWith('/models')).map(({ body }) => body.name);
    await waitFor(() => expect(named()).toEqual(['large', 'own']));
    expect(asked[0]?.body).toMatchObject({ baseUrl: 'http://localhost:11434/v1', allowsLoopback: true });
  });

  it('takes its name from its address and its models from the list of the endpoint', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const path = new URL(url, 'http://waggle.test').pathname;
      asked.push(path);
      if (path.endsWith('/providers')) sent = JSON.parse(String(init?.body));
      const model = { contextTokens: 1, usdPerMillionIn: null, usdPerMillionOut: null, pricedAt: null };
      const items = ['small', 'large'].map((name) => ({
        ...model,
        id: name,
        name,
        usdPerMillionCached: null,
      }));
      const body = path.endsWith('/find-models') ? { items } : provider;
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    });
    const added = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ProviderDialog provider={null} onClose={() => undefined} onAdded={added} />
      </QueryClientProvider>,
    );
    await userEvent.type(screen.getByLabelText('Base address'), 'http://localhost:8099/v1');
    await userEvent.click(screen.getByRole('button', { name: 'Allow and save' }));
    await waitFor(() => expect(added).toHaveBeenCalledWith('prv_1', ['small', 'large']));
    expect(sent).toMatchObject({ name: 'localhost:8099', allowsLoopback: true });
    expect(asked).toContain('/api/v1/providers/prv_1/find-models');
  });
});
