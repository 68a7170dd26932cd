import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import { planPresets, suggestedPreset } from '@/lib/canary/plan-presets';
import type { CanaryPower } from '@/lib/contracts/canary-power';
import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import { CANARY } from '@/lib/view/testing/canary';
import { RegistrationForm } from './registration-form';

const VIEWER = {
  ...{ name: 'a', role: 'owner' as const, userId: 'usr_1', workspaceName: 'Lab' },
  ...{ mayExperiment: true, mayAdminister: true },
};
const DRAFTED: CanaryDetail = {
  ...CANARY,
  ...{ state: 'drafted', plan: null, planHash: null, registeredAt: null, registeredBy: null },
  draft: { failureLevel: 'low' },
};
/** Typing is settled for a moment before anything is asked. */

type Body = { readonly draft: Record<string, unknown> };
/** Traffic of the slot. */
let requestsADay = 100_000;
let asked: { readonly method: string; readonly path: string; readonly body: Body }[];
const networkBefore = globalThis.fetch;

/** A server to which a plan is weak below half of the traffic. */
function powerOf({ draft }: Body): CanaryPower {
  const share = Number(draft.share ?? 0.05);
  const power = share >= 0.5 ? 0.8 : 0.07;
  const presets = [...planPresets('low', { discordance: 0.1, requestsADay })];
  return {
    ...{ presets, suggested: suggestedPreset(presets) },
    ...{ requestsADay, traffic: 'given', discordance: 0.1, discordanceFrom: 'assumed' },
    plan: { ...canaryPlan({ share }), guardrails: [], liveSteps: [] },
    ...{ pairsPlanned: 6000, pairsInWindow: share * 100_000, power, pairsForPower: 52_001, days: 2 },
    ...{ smallestMargin: 0.015, needsAcceptance: power < 0.5 },
    ways:
      power < 0.5
        ? [
            {
              ...{ change: 'share', share: 0.53, windowHours: 24, margin: 0.005, pairs: 52_001, days: 1 },
              sentence: 'Shadow 53 % of the traffic; a shadow harms no user.',
            },
          ]
        : [],
  };
}

beforeEach(() => {
  asked = [];
  requestsADay = 100_000;
  globalThis.fetch = async (path, init) => {
    const body = JSON.parse(String(init?.body ?? '{}')) as Body;
    asked.push({ method: String(init?.method), path: String(path), body });
    if (String(path).endsWith('/power')) return Response.json(powerOf(body));
    if (String(path).endsWith('/register') && asked.filter(({ method }) => method === 'PUT').length === 1)
      return Response.json(REFUSAL, { status: 422 });
    return Response.json(DRAFTED);
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

const REFUSAL = {
  ...{ type: '/problems/epsilon-missing', title: 'Refused', status: 422, code: 'EPSILON_MISSING' },
  detail: 'A canary names, before the data, how much worse than the incumbent still passes.',
  fields: [{ path: 'margin', message: 'Say the margin.' }],
  ...{ howToProceed: [], ruleId: 'R-135', requestId: 'req_1' },
};

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ViewerProvider viewer={VIEWER}>
        <RegistrationForm canary={DRAFTED} />
      </ViewerProvider>
    </QueryClientProvider>,
  );
}

const openAdvanced = () => userEvent.click(screen.getByRole('button', { name: 'Advanced' }));
const registered = () => asked.findLast(({ method }) => method === 'PUT')?.body.draft;

describe('the registration of a canary', () => {
  it('begins with the standard plan where the traffic fills it, and holds what was chosen', async () => {
    show();
    expect(await screen.findByRole('radio', { name: 'Standard', checked: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(registered()).toMatchObject({ margin: 0.02, share: 0.5, windowHours: 24 }));
    await userEvent.click(screen.getByRole('radio', { name: 'Cautious' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(registered()).toMatchObject({ margin: 0.01, share: 0.25 }));
  });

  it('begins with no plan that the traffic cannot fill', async () => {
    requestsADay = 20;
    show();
    expect(await screen.findByRole('radio', { name: 'Fast', checked: true })).toBeTruthy();
    expect(screen.getAllByText(/too few requests/)).toHaveLength(2);
    cleanup();
    requestsADay = 1;
    show();
    expect(await screen.findByText(/has too few requests to decide/)).toBeTruthy();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  });

  it('asks for an explicit yes where the plan will probably decide nothing, and offers a way to more', async () => {
    show();
    await screen.findByRole('radio', { name: 'Standard' });
    await openAdvanced();
    await userEvent.type(screen.getByLabelText('Share, %'), '5');
    const yes = await screen.findByLabelText('I accept that this will probably end inconclusive', undefined);
    expect(yes).toBeTruthy();
    expect(screen.getByText('A prompt that is just as good passes with a chance of 7 %.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Raise the share' }));
    expect(screen.getByLabelText('Share, %')).toHaveProperty('value', '53');
    await screen.findByText(/passes with a chance of 80 %/);
    await waitFor(() =>
      expect(screen.queryByLabelText('I accept that this will probably end inconclusive')).toBeNull(),
    );
  });

  it('registers the values in the form after one confirm, and shows a refusal at its field', async () => {
    show();
    const register = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Register' }));
      const dialog = screen.getByRole('dialog', { name: 'Register this plan?' });
      await userEvent.click(within(dialog).getByRole('button', { name: 'Register' }));
    };
    await screen.findByRole('radio', { name: 'Standard', checked: true });
    expect(screen.queryByLabelText('Margin, points')).toBeNull();
    await register();
    expect((await screen.findAllByText('Say the margin.')).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('Margin, points').getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(screen.getByLabelText('Margin, points'), '0.5');
    await register();
    await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/register'))).toHaveLength(2));
    const saved = asked.findLast(({ method }) => method === 'PUT');
    expect(saved?.body.draft).toMatchObject({ margin: 0.005, failureLevel: 'low' });
  });

  it('adds a guardrail with its margin, and takes it away again', async () => {
    show();
    await screen.findByRole('radio', { name: 'Standard' });
    await openAdvanced();
    await userEvent.click(screen.getByRole('button', { name: 'Latency (p95)' }));
    expect(screen.getByLabelText('At most, % slower')).toHaveProperty('value', '10');
    await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
    const saved = asked.findLast(({ method }) => method === 'PUT');
    expect(saved?.body.draft.guardrails).toEqual([
      { metric: 'latencyP95', name: 'Latency (p95)', whenBroken: 'rollBack', margin: 0.1 },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Latency (p95)' }));
    expect(screen.queryByLabelText('At most, % slower')).toBeNull();
  });
});
