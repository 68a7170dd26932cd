import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ViewerProvider } from '@/components/account/viewer';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { PromptWeightView } from '@/lib/contracts/prompt-weight';
import { CANARY, LOOK, SLOT } from '@/lib/view/testing/canary';
import { CanaryView } from './canary-view';
import { PromotionPanel } from './promotion-panel';

const VIEWER = {
  ...{ name: 'rita@lab.example', role: 'reviewer' as const, userId: 'usr_2', workspaceName: 'Lab' },
  ...{ mayExperiment: false, mayAdminister: false },
};
const prompt = (version: number, text: string) => ({
  ...{ id: `spr_${version}`, version, sha256: String(version).repeat(64), text },
});
const APPROVAL: ApprovalView = {
  ...{ canaryId: 'cny_1', state: 'approval', hash: 'a'.repeat(64), evidence: null },
  ...{
    isOutdated: false,
    isHeld: false,
    heldOut: { measure: 'score', observed: 0.9, shown: 0.86, asked: 0.8, n: 300 },
  },
  confirmation: null,
  weight: { baseline: 300, learned: 900, addedTokensMax: null, addedUsd: null, learnedAs: null },
  prompts: { incumbent: prompt(2, 'Answer.'), challenger: prompt(3, 'Answer in one line.') },
  ...{ authors: ['ann@lab.example'], approversNeeded: 1, approversMissing: 1, decisions: [] },
  whyNot: {
    ...{ approve: null, requestChanges: null, comment: null },
    goLive: 'Not everybody has approved who has to. 1 more to go.',
  },
};

const PRACTICE_WEIGHT: PromptWeightView = {
  ...{ runId: 'run_1', hash: 'c'.repeat(64), tokens: { baseline: 300, learned: 900 } },
  ...{ addedUsd: { uncached: null, cached: null }, pricedAt: null, callsPerRollout: 1 },
  latency: { state: 'notMeasured', reason: 'practice' },
};

let approval: ApprovalView;
let sent: { readonly path: string; readonly body: unknown }[];
const networkBefore = globalThis.fetch;
beforeEach(() => {
  sent = [];
  approval = APPROVAL;
  globalThis.fetch = async (path, init) => {
    if (init?.method === 'POST') sent.push({ path: String(path), body: JSON.parse(String(init.body)) });
    const at = String(path);
    if (at.includes('/slots/')) return Response.json(at.endsWith('/revert') ? { revert: null } : SLOT);
    if (at.includes('/comments')) return Response.json({ items: [], nextCursor: null });
    if (at.endsWith('/weight')) return Response.json(PRACTICE_WEIGHT);
    return Response.json(at.endsWith('/approval') ? approval : WAITING);
  };
});
afterEach(() => {
  cleanup();
  globalThis.fetch = networkBefore;
});

const WAITING = { ...CANARY, state: 'approval' as const, evidenceHash: 'a'.repeat(64) };

function show(page: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <NuqsTestingAdapter>
      <QueryClientProvider client={client}>
        <ViewerProvider viewer={VIEWER}>{page}</ViewerProvider>
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
}

describe('the panel of a canary', () => {
  it('asks its question over the curve, and says the same as a table', async () => {
    show(<PromotionPanel canary={CANARY} />);
    expect(
      screen.getByRole('heading', {
        name: 'Is the challenger at most 0.5 points worse than the incumbent?',
      }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    const table = screen.getByRole('table', { name: 'Looks' });
    expect(within(table).getByText('+0.4 pt')).toBeTruthy();
    expect(within(table).getByText('−6.0 pt to +6.8 pt')).toBeTruthy();
  });

  it('shows verdict with reasons, pairs still needed, who differs, latency, guardrails and health', () => {
    show(<PromotionPanel canary={CANARY} />);
    expect(screen.getByText('A pass is judged at the registered end only.')).toBeTruthy();
    expect(screen.getByText('about 48,000 pairs, if they go on like this')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Pairs by who was right' }).textContent).toContain(
      '18 (6.0\u00a0%)',
    );
    expect(screen.getByRole('table', { name: 'Latency side by side' }).textContent).toContain(
      '20.0\u00a0% slower',
    );
    expect(screen.getByText('Latency (p95): too little was measured.')).toBeTruthy();
    expect(screen.getByText('Requests come.')).toBeTruthy();
  });

  it('says of a prompt of the practice model that its delays are made up, in the card and in the check', async () => {
    const learnedAs = { runId: 'run_1', hash: 'c'.repeat(64) };
    approval = { ...APPROVAL, weight: { ...APPROVAL.weight, learnedAs } };
    const sentence = '0 of 600 answers have no latency.';
    const health = [{ check: 'latency' as const, state: 'sound' as const, sentence }];
    show(<PromotionPanel canary={{ ...CANARY, health }} />);
    expect(await screen.findAllByText(/Delays of the practice model are made up\./)).toHaveLength(2);
  });

  it('shows for each arm of a live step how many outcomes are missing and how many are awaited', () => {
    const arm = (missing: number, open: number) => ({ served: 1500, due: 1200, missing, open });
    const callers = { control: arm(7, 0), challenger: arm(31, 4) };
    show(<PromotionPanel canary={{ ...CANARY, state: 'liveStep', step: 0, callers }} />);
    expect(screen.getByText(/31 of 1,200/).textContent).toContain('4 awaited');
    expect(screen.getByText(/7 of 1,200/).textContent).not.toContain('awaited');
  });

  it('lets the reader choose the stage where there are several', async () => {
    const watched = { ...LOOK, stage: 'watch' as const, difference: 0.02 };
    show(<PromotionPanel canary={{ ...CANARY, looks: [LOOK, watched] }} />);
    expect(screen.getByText(/the difference is \+2.0 pt/)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Shadow' }));
    expect(screen.getByText(/the difference is \+0.4 pt/)).toBeTruthy();
  });
});

describe('the page of a canary that waits for approval', () => {
  it('shows the locked plan, what changes, and what is still missing, and approves exactly what was read', async () => {
    show(<CanaryView initial={WAITING} />);
    expect(await screen.findByText(/1 more to go/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go live' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('f'.repeat(64))).toBeTruthy();
    expect(screen.getByText('Answer in one line.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }));
    const dialog = screen.getByRole('dialog', { name: 'Approve this evidence' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await expect
      .poll(() => sent)
      .toEqual([{ path: '/api/v1/canaries/cny_1/approval', body: { hash: 'a'.repeat(64), note: '' } }]);
  });
});
