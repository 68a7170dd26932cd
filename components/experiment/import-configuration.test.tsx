import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ImportConfigurationButton } from './import-configuration-button';

const push = vi.fn();
vi.mock('next/navigation', () => ({ useRouter: () => ({ push }) }));

const CLEAN = { name: 'From afar', isNameTaken: false, faults: [], foreign: [] };
const FOREIGN = {
  ...CLEAN,
  foreign: [
    { what: 'task', id: 'tsk_far', models: [] },
    { what: 'split', id: 'spl_far', models: [] },
    { what: 'provider', id: 'prv_far', models: ['big', 'small'] },
  ],
};
const HERE: Readonly<Record<string, object>> = {
  '/api/v1/tasks': { items: [{ id: 'tsk_1', name: 'Formula' }], nextCursor: null },
  '/api/v1/datasets': { items: [{ id: 'dat_1', name: 'Sums' }], nextCursor: null },
  '/api/v1/datasets/dat_1/splits': { items: [{ id: 'spl_1', name: 'First' }] },
  '/api/v1/providers': { items: [{ id: 'prv_1', name: 'Practice', models: [{ name: 'big' }] }] },
};

/** The server at the other end of fetch; what was imported is kept. */
function answer(check: object, imported: Response = Response.json({ id: 'exp_1' }, { status: 201 })) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/import/check')) return Response.json(check);
    if (url.endsWith('/import')) {
      sent.push(JSON.parse(String(init.body)));
      return imported.clone();
    }
    return Response.json(HERE[String(url.split('?')[0])] ?? { items: [] });
  });
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  push.mockReset();
});

async function choose() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ImportConfigurationButton />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  // Not every simulated browser can read a file.
  const file = Object.assign(new File([''], 'a.yaml'), { text: async () => 'lanes: 8' });
  await user.upload(screen.getByLabelText('Configuration file'), file);
  return user;
}

describe('importing a configuration', () => {
  it('makes the experiment at once where this workspace knows all that is named', async () => {
    const sent = answer(CLEAN);
    await choose();
    await waitFor(() => expect(push).toHaveBeenCalledWith('/experiments/exp_1'));
    expect(sent).toEqual([{ text: 'lanes: 8' }]);
  });

  it('asks for one of here for each unknown id, says what is missing, and sends the map', async () => {
    const sent = answer(FOREIGN);
    const user = await choose();
    const dialog = within(await screen.findByRole('dialog', { name: 'Import a configuration' }));
    const make = dialog.getByRole('button', { name: 'Create experiment' });
    await user.click(make);
    expect(dialog.getByText('3 choices are missing.')).toBeTruthy();
    expect(dialog.getByText('Choose a task of this workspace.')).toBeTruthy();
    expect(sent).toEqual([]);
    const pick = async (label: string, option: string) => {
      await dialog.findByText(option);
      await user.selectOptions(dialog.getByLabelText(label), option);
    };
    await pick('Task', 'Formula');
    await pick('Data set', 'Sums');
    await pick('Registered split', 'First');
    await pick('Provider', 'Practice');
    expect(dialog.getByText(/It does not offer small yet/)).toBeTruthy();
    expect(dialog.queryByText(/missing/)).toBeNull();
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Brought here' } });
    await user.click(make);
    await waitFor(() => expect(push).toHaveBeenCalledWith('/experiments/exp_1'));
    const map = { tsk_far: 'tsk_1', spl_far: 'spl_1', prv_far: 'prv_1' };
    expect(sent).toEqual([{ text: 'lanes: 8', name: 'Brought here', map }]);
  });

  it('asks for another name where the one in the file is taken', async () => {
    const sent = answer({ ...CLEAN, isNameTaken: true });
    const user = await choose();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('An experiment has this name already: choose another.')).toBeTruthy();
    await user.type(dialog.getByLabelText('Name'), ' 2');
    expect(dialog.queryByText(/has this name already/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create experiment' }));
    await waitFor(() => expect(sent).toEqual([{ text: 'lanes: 8', name: 'From afar 2', map: {} }]));
  });

  it('names every fault of a file that is no configuration, and sends nothing', async () => {
    const faults = [{ path: 'room', message: 'There is no such setting.' }];
    const sent = answer({ ...CLEAN, name: null, faults });
    await choose();
    const dialog = await screen.findByRole('dialog', { name: 'This file cannot be imported' });
    expect(dialog.textContent).toContain('room: There is no such setting.');
    expect(sent).toEqual([]);
  });

  it('shows what the server refuses beside the field that it names', async () => {
    const fields = [{ path: 'map.tsk_far', message: 'Name the task of this workspace to use for it.' }];
    const refused = {
      detail: 'It names a task that is not here.',
      fields,
      howToProceed: [],
      ruleId: 'R-006',
    };
    answer({ ...CLEAN, foreign: FOREIGN.foreign.slice(0, 1) }, Response.json(refused, { status: 422 }));
    const user = await choose();
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Formula');
    await user.selectOptions(dialog.getByLabelText('Task'), 'Formula');
    await user.click(dialog.getByRole('button', { name: 'Create experiment' }));
    expect(await dialog.findByText('It names a task that is not here.')).toBeTruthy();
    expect(dialog.getByLabelText('Task').getAttribute('aria-invalid')).toBe('true');
    expect(push).not.toHaveBeenCalled();
  });
});
