import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { ExperimentForm } from './experiment-form';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const CHOICES: Readonly<Record<string, unknown>> = {
  tasks: { id: 'tsk_1', name: 'Formula', scoring: { kind: 'formula' }, datasetIds: ['dat_1'] },
  datasets: { id: 'dat_1', name: 'Formula practice', exampleCount: 4 },
  splits: { id: 'spl_1', name: 'First', counts: { train: 1, selection: 1, heldOut: 1, confirmation: 1 } },
};
let sent = 0;
let body: Record<string, unknown> = {};

/** The server at the other end of fetch: one of each choice, and an experiment is refused field by field. */
function answer(url: string, init?: RequestInit): Response {
  if (init?.method === 'POST' && url.endsWith('/experiments')) {
    sent += 1;
    body = JSON.parse(String(init.body));
    return json(
      {
        title: 'Input invalid',
        code: 'INPUT_INVALID',
        detail: 'Two fields need another value.',
        fields: [
          { path: 'name', message: 'Give it a name.' },
          { path: 'batch.reason', message: 'Say why the size is fixed.' },
        ],
        howToProceed: [],
      },
      400,
    );
  }
  if (url.includes('forecast')) return json({ title: 'Not measured' }, 404);
  const list = Object.keys(CHOICES).find((name) => url.split('?')[0]?.endsWith(`/${name}`));
  return json({ items: list ? [CHOICES[list]] : [], nextCursor: null, url });
}

const viewer = {
  name: 'ada@example.com',
  role: 'owner',
  userId: 'usr_1',
  workspaceName: 'Team',
  mayExperiment: true,
  mayAdminister: true,
} as const;

function show(mayExperiment = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={{ ...viewer, mayExperiment }}>
        <ExperimentForm />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

/** Opens Advanced and one of its groups. */
async function openGroup(name: string) {
  const advanced = screen.getByRole('button', { name: 'Advanced' });
  if (advanced.getAttribute('aria-expanded') === 'false') await userEvent.click(advanced);
  await userEvent.click(screen.getByRole('button', { name }));
}

beforeEach(() => {
  sent = 0;
  body = {};
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the form of an experiment', () => {
  it('shows at most eight controls before its advanced settings, and is sent as it opens', async () => {
    show();
    await screen.findAllByText(/^First: 1 train/);
    const advanced = screen.getByRole('button', { name: 'Advanced' });
    const form = advanced.closest('form') as HTMLFormElement;
    const before = [...form.querySelectorAll('input, select, textarea, button, a')].filter(
      (control) => control.compareDocumentPosition(advanced) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(before.length).toBeLessThanOrEqual(8);
    expect(form.querySelectorAll('input, select, textarea')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Create experiment' }));
    await screen.findByRole('alert');
    expect(body).toMatchObject({ name: 'Formula practice with ACE', taskId: 'tsk_1', splitId: 'spl_1' });
  });

  it('keeps a proposed name out of the field while a person is in it', async () => {
    let find: () => void = () => undefined;
    const found = new Promise<void>((resolve) => {
      find = resolve;
    });
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('/datasets')) await found;
      return answer(url, init);
    });
    show();
    await userEvent.click(screen.getByLabelText('Name'));
    find();
    await screen.findAllByText(/^First: 1 train/);
    await userEvent.type(screen.getByLabelText('Name'), 'Mine', { skipClick: true });
    await userEvent.tab();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Mine');
  });

  it('says in the closed advanced settings which groups are not at their defaults', async () => {
    show();
    expect(screen.getByText('All at their defaults')).toBeTruthy();
    await openGroup('Method');
    await userEvent.clear(screen.getByLabelText('Lanes'));
    await userEvent.type(screen.getByLabelText('Lanes'), '8');
    await userEvent.click(screen.getByRole('button', { name: 'Advanced' }));
    expect(screen.queryByLabelText('Lanes')).toBeNull();
    expect(screen.getByText('Changed: Method')).toBeTruthy();
  });

  it('shows each fault of the server beside its field, and loses nothing that was typed', async () => {
    show();
    await openGroup('Batch size');
    await userEvent.selectOptions(screen.getByLabelText('Plan'), 'static');
    await userEvent.clear(screen.getByLabelText('Size'));
    await userEvent.type(screen.getByLabelText('Size'), '80');
    await userEvent.type(screen.getByLabelText('Reason'), 'As in the publication.');
    await screen.findAllByText(/^First: 1 train/);
    await userEvent.clear(screen.getByLabelText('Name'));
    await userEvent.type(screen.getByLabelText('Name'), 'First');
    await userEvent.click(screen.getByRole('button', { name: 'Create experiment' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Two fields need another value.')).toBeTruthy();
    const name = screen.getByLabelText('Name');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('exp-name-fault')?.textContent).toBe('Give it a name.');
    expect(document.getElementById('exp-batchReason-fault')?.textContent).toBe('Say why the size is fixed.');
    expect((screen.getByLabelText('Size') as HTMLInputElement).value).toBe('80');
  });

  it('says what the contract refuses before it is sent, and goes to the first field of it', async () => {
    show();
    await screen.findAllByText(/^First: 1 train/);
    await userEvent.clear(screen.getByLabelText('Name'));
    await openGroup('Method');
    await userEvent.clear(screen.getByLabelText('Epochs'));
    await userEvent.type(screen.getByLabelText('Epochs'), '0');
    await userEvent.click(screen.getByRole('button', { name: 'Create experiment' }));
    expect(within(await screen.findByRole('alert')).getByText(/Give it a name/)).toBeTruthy();
    expect(document.getElementById('exp-name-fault')?.textContent).toBe('Give it a name.');
    expect(document.getElementById('exp-epochs-fault')?.textContent).toBe('Give at least 1.');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(sent).toBe(0);
  });

  it('offers every kind of aggregation, and says in a sentence what the chosen one does', async () => {
    show();
    await openGroup('Aggregation');
    const kind = screen.getByLabelText('Kind') as HTMLSelectElement;
    expect([...kind.options].map(({ text }) => text)).toEqual([
      'Combee',
      'Naive',
      'Top-K retrieval',
      'Summarisation',
      'Hierarchical summarisation',
    ]);
    expect(screen.getByLabelText('Second level')).toBeTruthy();
    await userEvent.selectOptions(kind, 'topK');
    expect(screen.getByText(/one call reads √n of them/)).toBeTruthy();
    expect(screen.queryByLabelText('Second level')).toBeNull();
    expect(screen.queryByLabelText('Copies of each reflection')).toBeNull();
  });

  it('opens a closed section that holds a fault, at the field', async () => {
    show();
    expect(screen.queryByRole('button', { name: 'Diversity' })).toBeNull();
    await openGroup('Diversity');
    const section = screen.getByRole('button', { name: 'Diversity' });
    expect(screen.getByText('1', { selector: '#exp-operators-note span' })).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Rephrase'));
    expect(screen.getByText(/they sum to 0.75/)).toBeTruthy();
    await userEvent.click(section);
    expect(section.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(screen.getByLabelText('Keep edits diverse'));
    expect(screen.getByText(/at most 8 lanes/)).toBeTruthy();
  });

  it('says where models come from when there is none', async () => {
    show();
    expect(await screen.findByText('No model is known yet: add an endpoint.')).toBeTruthy();
  });

  it('refuses a viewer with the reason in sight', () => {
    show(false);
    expect(screen.getByRole('button', { name: 'Create experiment' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(screen.getByText(/may look but not change/)).toBeTruthy();
  });
});
