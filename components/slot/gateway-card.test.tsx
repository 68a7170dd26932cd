import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { GatewayCard } from './gateway-card';

const VIEWER = { name: 'a', userId: 'usr_1', workspaceName: 'Lab', mayExperiment: true, mayAdminister: true };
const GATEWAY = {
  ...{ slotId: 'slt_1', providerId: null, model: 'm-1', mirrorsTools: true, traceShare: 0.07 },
  ...{ updatedBy: 'ann', updatedAt: '2026-11-27T10:00:00.000Z' },
};

let saved: unknown[];
const networkBefore = globalThis.fetch;
beforeEach(() => {
  saved = [];
  globalThis.fetch = async (path, init) => {
    if (!String(path).endsWith('/gateway')) return Response.json({ items: [] });
    if (init?.method === 'PUT') saved.push(JSON.parse(String(init.body)));
    return Response.json(GATEWAY);
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

describe('the gateway settings of a slot', () => {
  it('show the kept share in percent, and save it as a share next to what was set before', async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ViewerProvider viewer={{ ...VIEWER, role: 'experimenter' }}>
          <GatewayCard slotId="slt_1" />
        </ViewerProvider>
      </QueryClientProvider>,
    );
    const field = (await screen.findByLabelText('Requests kept as traces, %')) as HTMLInputElement;
    expect(field.value).toBe('7');
    await userEvent.clear(field);
    await userEvent.type(field, '12.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => saved)
      .toEqual([{ providerId: null, model: 'm-1', mirrorsTools: true, traceShare: 0.125 }]);
  });
});
