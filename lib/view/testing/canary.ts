import type { CanaryDetail } from '@/lib/contracts/canary-shapes';
import type { SlotView } from '@/lib/contracts/slots';

/** A slot with its canary as the API tells them, for tests of what is drawn of them. */
const brief = (version: number) => ({
  promptId: `spr_${version}`,
  version,
  sha256: String(version).repeat(64),
});

export const SLOT: SlotView = {
  ...{ id: 'slt_1', kind: 'rehearsal', slug: 'support', flagKey: 'rehearsal.support' },
  ...{ name: 'Support answers', description: '', configVersion: 7 },
  ...{ live: brief(2), previous: brief(1), split: null, isReverted: false, isRevertible: true },
  ...{ createdBy: 'ann@lab.example', createdAt: '2026-11-20T10:00:00Z', archivedAt: null },
};

const PLAN: NonNullable<CanaryDetail['plan']> = {
  ...{ mode: 'shadow', margin: 0.005, share: 0.05, windowHours: 24, pairsMin: 200 },
  ...{ pairsPlanned: 6000, lookEvery: 100, alpha: 0.05, failureLevel: 'low', approvers: 1 },
  guardrails: [{ metric: 'latencyP95', name: 'Latency (p95)', margin: 0.1, whenBroken: 'rollBack' }],
  ...{ liveSteps: [], stepHours: 24, watchHours: 168, outcomeWindowHours: 24, acceptsLowPower: true },
};

export const LOOK: CanaryDetail['looks'][number] = {
  ...{ step: null, stepReason: null },
  ...{ stage: 'shadow', look: 1, pairs: 300, discordant: 34, difference: 0.004 },
  ...{ lower: -0.06, upper: 0.068, verdict: 'continue', at: '2026-11-21T12:00:00Z' },
  reasons: [{ code: 'windowOpen', sentence: 'A pass is judged at the registered end only.' }],
};

export const CANARY: CanaryDetail = {
  ...{ id: 'cny_1', state: 'shadow', incumbentId: 'spr_2', margin: 0.005, planHash: 'f'.repeat(64) },
  slot: { id: 'slt_1', slug: 'support', name: 'Support answers', kind: 'rehearsal' },
  challenger: brief(3),
  ...{ step: null, pairs: 300, createdBy: 'ann@lab.example', createdAt: '2026-11-21T10:00:00Z' },
  verdict: {
    ...{ kind: 'continue', pairs: 300, discordant: 34, difference: 0.004, lower: -0.06, upper: 0.068 },
    reasons: [{ code: 'windowOpen', sentence: 'A pass is judged at the registered end only.' }],
  },
  ...{ registeredBy: 'ann@lab.example', registeredAt: '2026-11-21T10:30:00Z' },
  ...{ startedAt: '2026-11-21T10:40:00Z', endedAt: null, expected: {} },
  ...{ draft: { failureLevel: 'low', margin: 0.005 }, plan: PLAN, evidenceHash: null, isHeld: false },
  looks: [LOOK],
  table: { both: 250, onlyIncumbent: 16, onlyChallenger: 18, neither: 16, graded: 0, mcnemarP: 0.864 },
  scores: { incumbent: 0.887, challenger: 0.893 },
  latency: {
    stage: 'shadow',
    pairs: 290,
    incumbent: { p50: 800, p95: 2000 },
    challenger: { p50: 800, p95: 2400 },
  },
  guardrails: [
    {
      ...{ name: 'Latency (p95)', whenBroken: 'rollBack', state: 'unmeasured', margin: 0.1 },
      ...{ worse: null, lower: null, upper: null, sentence: 'Latency (p95): too little was measured.' },
    },
  ],
  health: [{ check: 'noTraffic', state: 'sound', sentence: 'Requests come.' }],
  probes: { calls: 0, unpriced: 0, usd: 0 },
  ...{ readAt: null, missing: { incumbent: 0, challenger: 2 } },
  ...{ arms: null, callers: null, lateOutcomes: [], pairsLeft: 5700, pairsStillNeeded: 48_000 },
  ...{ stageEndsAt: '2026-11-22T10:40:00Z', hoursLeft: 20.5 },
};
