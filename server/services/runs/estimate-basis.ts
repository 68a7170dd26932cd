import type { PinnedAgent } from '@/lib/domain/agent';
import type { ModelBinding, RunManifest } from '@/lib/domain/manifest';
import { agentFigures } from '@/lib/report/agent-figures';
import type { CallBasis, EstimateBasis } from '@/lib/report/sweep-estimate';
import { mean } from '@/lib/stats/summary';
import { TRAJECTORY_BUDGET_TOKENS } from '@/lib/trajectory/condense';
import { db } from '@/server/db/client';
import { readPastAttempts } from '@/server/repositories/agent-attempts';
import { headersIfOpen } from '@/server/repositories/provider-headers';
import { meanExampleLength, readCallMeans } from '@/server/repositories/sweeps';
import { statedPace } from '@/server/services/providers/practice-pace';

/**
 * Sizes and times of calls of this task: from its ended runs, else from the lengths of its texts. With an agent an answer is
 * a whole rollout: from those that its version has run, else some calls.
 */
const CHARACTERS_PER_TOKEN = 4;
/** Tokens that a method's own words add to a prompt, and tokens of a reply, where nothing was measured. */
const TEMPLATE_TOKENS = 500;
const REPLY_TOKENS = 200;
const INSIGHT_TOKENS = 30;
/** A condensed trajectory: half of the most that a reflection reads. */
const TRAJECTORY_TOKENS = TRAJECTORY_BUDGET_TOKENS / 2;
/** Model calls of a rollout whose agent has not run yet. */
const CALLS_OF_ROLLOUT = 5;
/** Median of a call in the published runs (rulings P2). */
const PUBLISHED_CALL_MS = 12_900;

export async function estimateBasis(workspaceId: string, base: RunManifest): Promise<EstimateBasis> {
  const { serving } = base.models;
  const like = { taskId: base.task.id, method: base.method.name, providerId: serving.providerId };
  const measured = await readCallMeans(workspaceId, like);
  const guessed = await guess(base);
  const of = (part: 'answer' | 'reflect' | 'aggregate'): CallBasis =>
    measured.find((means) => means.part === part) ?? guessed[part];
  // Reflections of other runs say little about those of traces, whose trajectories come with them.
  const reflect =
    base.traces === undefined
      ? of('reflect')
      : { ...guessed.reflect, tokensIn: guessed.reflect.tokensIn + TRAJECTORY_TOKENS };
  const learning = { reflect, aggregate: of('aggregate') };
  const runsOf = (means: typeof measured) => Math.max(0, ...means.map(({ runs }) => runs));
  const { agent } = base;
  if (!agent) return { answer: of('answer'), ...learning, runs: runsOf(measured), rollouts: null };
  const past = await rolloutMeans(workspaceId, agent);
  // Calls of an agent's answers say nothing about its rollouts.
  const runs = runsOf(measured.filter(({ part }) => part !== 'answer'));
  const answer = past?.answer ?? times(guessed.answer, CALLS_OF_ROLLOUT);
  return { answer, ...learning, runs, rollouts: past?.rollouts ?? 0 };
}

/** Null = no rollout of this version has ended. */
async function rolloutMeans(
  workspaceId: string,
  { id, version }: PinnedAgent,
): Promise<{ readonly answer: CallBasis; readonly rollouts: number } | null> {
  const past = (await readPastAttempts(workspaceId, id)).filter((one) => one.version === version);
  const { ms, tokens } = agentFigures(past, 0);
  if (ms === null) return null;
  const counted = past.filter(({ countedBy }) => countedBy !== 'unknown');
  const tokensOut = mean(counted.map((one) => one.tokensOut)) ?? 0;
  const tokensIn = Math.max(0, (tokens?.mean ?? 0) - tokensOut);
  return { answer: { tokensIn, tokensOut, delayMs: ms.mean }, rollouts: ms.n };
}

const times = ({ tokensIn, tokensOut, delayMs }: CallBasis, calls: number): CallBasis => ({
  ...{ tokensIn: tokensIn * calls, tokensOut: tokensOut * calls, delayMs: delayMs * calls },
});

async function guess(base: RunManifest): Promise<Record<'answer' | 'reflect' | 'aggregate', CallBasis>> {
  const example = (await meanExampleLength(base.split.registrationId)) / CHARACTERS_PER_TOKEN;
  const task = base.task.instructions.length / CHARACTERS_PER_TOKEN;
  const seed = base.seedCandidateText.length / CHARACTERS_PER_TOKEN;
  // Half of what the whole training split can teach: the mean over a run whose prompt grows.
  const learned = (base.split.counts.train * INSIGHT_TOKENS) / 2;
  const prompt = TEMPLATE_TOKENS + task + seed + learned;
  const delayMs = await callMs(base.models.serving);
  return {
    answer: { tokensIn: prompt + example, tokensOut: REPLY_TOKENS, delayMs },
    reflect: { tokensIn: prompt + example + REPLY_TOKENS, tokensOut: REPLY_TOKENS, delayMs },
    aggregate: { tokensIn: prompt + 10 * REPLY_TOKENS, tokensOut: 2 * REPLY_TOKENS, delayMs },
  };
}

async function callMs(binding: ModelBinding): Promise<number> {
  const scale = await paceOf(binding);
  if (scale === 'off') return 5;
  return PUBLISHED_CALL_MS / (Number(scale) || 1);
}

/**
 * By what a practice provider has the practice model divide its delays: a number, or "off"; null for other providers
 * and where the provider leaves it to the practice model's own setting.
 */
export async function paceOf({ practice, providerId }: ModelBinding): Promise<string | null> {
  if (!practice) return null;
  const select = { id: true, headers: true, headersCiphertext: true } as const;
  const provider = await db().provider.findUnique({ where: { id: providerId }, select });
  return provider === null ? null : statedPace(headersIfOpen(provider));
}
