import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Viewer, ViewerProvider } from '@/components/account/viewer';
import type { TraceScoringForecastView } from '@/lib/contracts/trace-scoring-shapes';
import { JudgeAgreementCard } from './judge-agreement-card';

type Calibration = NonNullable<TraceScoringForecastView['calibration']>;

const NEVER: Calibration = {
  ...{ agreement: null, available: 40, refusal: null },
  expected: { calls: 30, usd: 0.4, basis: 'texts' },
};
const AGREEMENT = {
  ...({ verdict: 'passed', spearman: 0.81, lower: 0.6, upper: 0.92 } as const),
  ...{ pairs: 34, minPairs: 30, spearmanMin: 0.7, at: '2026-11-27T10:00:00.000Z' },
};

let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)));
    return new Response('{"items": []}', { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const VIEWER: Viewer = {
  ...({ name: 'Ada', role: 'experimenter', userId: 'usr_1', workspaceName: 'Lab' } as const),
  ...{ mayExperiment: true, mayAdminister: false },
};
const body = { experimentId: 'exp_1', filter: { service: 'desk' }, count: 300, usdMax: 2, rescore: false };
const open = (calibration: Calibration, mayExperiment = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewerProvider viewer={{ ...VIEWER, mayExperiment }}>
        <JudgeAgreementCard calibration={calibration} body={body} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
const button = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Compare with people' });

describe('the agreement of a judge with people', () => {
  it('is measured on the service of the filter, within the limit of the form', async () => {
    open(NEVER);
    await userEvent.click(button() ?? expect.fail());
    await waitFor(() => expect(sent).toEqual([{ experimentId: 'exp_1', service: 'desk', usdMax: 2 }]));
  });

  it('is shown with its interval, and a judge that passed is not compared again', () => {
    open({ ...NEVER, agreement: AGREEMENT });
    expect(screen.getByText(/0\.81.*0\.60 to 0\.92.*34 traces/)).toBeTruthy();
    expect(button()).toBeNull();
  });

  it('says why a comparison cannot start, and starts none for a role that may only look', () => {
    const refusal = { sentence: 'Too few traces.', howToProceed: ['Judge 5 more.'] };
    open({ ...NEVER, expected: null, refusal });
    expect(screen.getByText('Judge 5 more.')).toBeTruthy();
    expect(button()).toBeNull();
    cleanup();
    open(NEVER, false);
    expect(button()?.getAttribute('aria-disabled')).toBe('true');
  });
});
