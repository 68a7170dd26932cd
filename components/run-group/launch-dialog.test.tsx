import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LaunchDialog } from './launch-dialog';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => undefined }) }));

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const experiment = (id: string) => ({
  id,
  name: `Experiment ${id}`,
  taskName: 'Formula',
  datasetName: 'Formula practice',
  splitName: 'Standard',
});
const ceiling = { ceiling: null, byWork: null, byLaw: null, serialShare: null, invalidatedBy: [] };
const taskOf = (experimentId: string) => ({
  experimentId,
  experimentName: `Experiment ${experimentId}`,
  utilisation: null,
  diagnosis: null,
  lanes: 64,
  heldOutExamples: 20,
  ceiling: { ...ceiling, sentence: 'Nothing was measured yet.' },
  learningCeiling: { ...ceiling, sentence: 'Nothing was measured yet.' },
  measuredRunId: null,
});

/** The server at the other end of fetch: it advises task-parallel, and misses a reason against hybrid. */
function answer(url: string, init?: RequestInit): Response {
  if (init?.method === 'POST') {
    sent = JSON.parse(String(init.body));
    return json(
      {
        title: 'Rejected shapes missing',
        code: 'REJECTED_SHAPES_MISSING',
        detail: 'Say why the other shapes were rejected; there is no reason yet for: hybrid.',
        fields: [{ path: 'rejectedShapes', message: 'Give a reason against hybrid.' }],
        howToProceed: ['Leave the list out, and what was measured gives the reasons.'],
      },
      422,
    );
  }
  if (url.includes('/run-groups/advice'))
    return json({
      shape: 'task',
      reason: 'No serial diagnosis says go: serial runs make one for each task.',
      rejectedShapes: [{ shape: 'candidate', reason: 'There are 2 tasks, served one after another.' }],
      hints: [],
      tasks: [taskOf('a'), taskOf('b')],
    });
  return json({ items: [experiment('a'), experiment('b')], nextCursor: null });
}

let sent: unknown;
beforeEach(() => {
  sent = undefined;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => answer(url, init));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('launching several together', () => {
  it('fills the reasons in from what was measured, and shows a refusal at the reason that is missing', async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <LaunchDialog onClose={() => undefined} />
      </QueryClientProvider>,
    );
    const launch = () => screen.getByRole('button', { name: 'Launch' });
    expect(launch().getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Experiment a/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Experiment b/ }));
    await screen.findByRole('region', { name: 'What the measurements advise' });
    const shape = screen.getByRole('radio', { name: /Task-parallel/ }) as HTMLInputElement;
    expect(shape.checked).toBe(true);
    await waitFor(() => expect(launch().matches('[aria-disabled], :disabled')).toBe(false));
    await userEvent.click(launch());
    await screen.findByRole('alert');
    expect(sent).toEqual({
      shape: 'task',
      experimentIds: ['a', 'b'],
      reason: 'No serial diagnosis says go: serial runs make one for each task.',
      rejectedShapes: [{ shape: 'candidate', reason: 'There are 2 tasks, served one after another.' }],
    });
    expect(screen.getByLabelText('Why not hybrid').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Why not candidate-parallel').getAttribute('aria-invalid')).toBeNull();
  });
});
