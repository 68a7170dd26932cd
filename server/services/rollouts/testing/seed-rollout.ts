import type { RolloutAttemptView } from '@/lib/contracts/rollout-shapes';
import { agentSettings } from '@/lib/domain/agent';
import { contentHash } from '@/lib/domain/content-hash';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { InjectionState } from '@/lib/domain/injection-state';
import type { ModelBinding } from '@/lib/domain/manifest';
import { ROLLOUT_VERSION, type RolloutOutcome } from '@/lib/domain/rollout-documents';
import { type RolloutPurpose, rolloutOrderOf } from '@/lib/domain/rollout-order';
import type { Trajectory } from '@/lib/domain/trajectory';
import { isFailedStep } from '@/lib/trajectory/step-search';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { openAttempt } from '@/server/repositories/rollouts';
import { storeTrajectory } from '@/server/repositories/trajectories';

/** One attempt of a rollout, ended with a trajectory, or left running where there is none. */
export interface SeededRollout {
  readonly id: string;
  readonly workspaceId: string;
  readonly trajectory: Trajectory | null;
  readonly status?: RolloutAttemptView['status'];
  readonly purpose?: RolloutPurpose;
  readonly runId?: string | null;
  readonly question?: string;
  readonly system?: string;
  readonly reward?: number;
  readonly injection?: InjectionState;
  /** Left out where no environment judged it. */
  readonly environment?: EnvironmentVerdict;
}

export const SEEDED_AGENT = { id: 'agt_seeded', name: 'Trip booker (seeded)' } as const;

const TOOK_MS = 95_000;

/** At an address where nothing listens. */
const MODEL: ModelBinding = {
  ...{
    providerId: 'prv_seeded',
    providerName: 'Practice',
    origin: 'http://127.0.0.1:4',
    model: 'practice-task',
  },
  ...{ temperature: 0, maxTokens: 1000, contextTokens: 8000, pricedAt: null, tokensPerMinute: null },
  ...{
    usdPerMillionIn: 1,
    usdPerMillionOut: 2,
    usdPerMillionCached: null,
    hardware: 'practice',
    practice: true,
  },
};

/** An agent over HTTP at an address where nothing listens. */
export async function seedAgent(workspaceId: string, agent: { id: string; name: string } = SEEDED_AGENT) {
  const settings = agentSettings.parse({
    kind: 'http',
    url: 'https://agents.example.com/rollout',
    proxied: false,
  });
  const by = { createdBy: 'test' };
  await db().agent.upsert({
    where: { id: agent.id },
    update: {},
    create: {
      ...agent,
      ...by,
      workspaceId,
      versions: { create: { version: 1, hash: 'f'.repeat(64), settings, ...by } },
    },
  });
}

export async function seedRollout(given: SeededRollout): Promise<number> {
  const { id, workspaceId, trajectory, system = 'Be brief.', question = 'Where is Bern?' } = given;
  const settings = agentSettings.parse({
    ...{ kind: 'http', url: 'https://agents.example.com/rollout' },
    limits: { modelCalls: 10_000, tokens: 20_000_000 },
  });
  const attempt = await openAttempt(ledgerPool(), {
    id,
    workspaceId,
    agentId: SEEDED_AGENT.id,
    agentVersion: 1,
    agentName: SEEDED_AGENT.name,
    runId: given.runId ?? null,
    purpose: given.purpose ?? 'test',
    candidateHash: contentHash(system),
    input: { question, context: '' },
    order: rolloutOrderOf({ settings, components: { system }, model: MODEL, seed: 7 }),
  });
  const status = given.status ?? (trajectory === null ? 'running' : 'completed');
  if (status === 'running') return attempt;
  await db().rollout.update({
    where: { id_attempt: { id, attempt } },
    data: {
      status,
      startedAt: new Date(Date.now() - TOOK_MS),
      endedAt: new Date(),
      ...(status === 'completed' ? { outcome: outcomeOf(given, attempt) } : {}),
      ...(trajectory === null ? {} : totalsOf(trajectory)),
      injection: { system: given.injection ?? 'proven' },
      ...(given.environment === undefined ? {} : { environment: given.environment }),
      trajectoryHash: trajectory === null ? null : await stored(workspaceId, trajectory),
    },
  });
  return attempt;
}

const outcomeOf = ({ id: rolloutId, reward }: SeededRollout, attempt: number) =>
  ({
    ...{ version: ROLLOUT_VERSION, rolloutId, attempt, status: 'completed', output: { text: 'Booked.' } },
    reward:
      reward === undefined ? null : { value: reward, source: 'self', feedback: 'Two of three wishes met.' },
  }) satisfies RolloutOutcome;

const stored = (workspaceId: string, document: Trajectory) =>
  storeTrajectory(ledgerPool(), workspaceId, {
    document,
    steps: document.steps.length,
    toolErrors: document.steps.filter(isFailedStep).length,
  });

function totalsOf({ steps }: Trajectory) {
  const metrics = steps.flatMap((step) => (step.source === 'agent' ? [step.metrics] : []));
  const sum = (of: (one: (typeof metrics)[number]) => number) =>
    metrics.reduce((all, one) => all + of(one), 0);
  return {
    modelCalls: metrics.length,
    tokensIn: sum((one) => one.tokensIn),
    tokensOut: sum((one) => one.tokensOut),
    tokensCached: sum((one) => one.tokensCached),
    costUsd: sum((one) => one.costUsd ?? 0),
    countedBy: 'proxy',
  };
}
