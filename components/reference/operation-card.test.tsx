import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OperationCard } from './operation-card';

const LINE = { id: 'controlRun', method: 'POST', path: '/api/v1/runs/{runId}/control', summary: 'Steer' };
const DOCUMENT = {
  paths: { [LINE.path]: { post: { operationId: LINE.id, responses: { '200': { description: 'Done' } } } } },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('reads what a caller has to know when the card is opened, and not before', async () => {
  const fetched = vi.fn(async () => Response.json(DOCUMENT));
  vi.stubGlobal('fetch', fetched);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <OperationCard operation={LINE} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('Steer')).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  const card = container.querySelector('details') as HTMLDetailsElement;
  card.open = true;
  fireEvent(card, new Event('toggle'));
  expect(await screen.findByText(/-X POST/)).toBeTruthy();
  expect(screen.getByText('Done')).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it('is open where the address names it', async () => {
  vi.stubGlobal('fetch', async () => Response.json(DOCUMENT));
  window.history.replaceState(null, '', `#${LINE.id}`);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <OperationCard operation={LINE} />
    </QueryClientProvider>,
  );
  expect(container.querySelector('details')?.open).toBe(true);
  expect(await screen.findByText(/-X POST/)).toBeTruthy();
});
