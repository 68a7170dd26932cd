import type { PromptWeightView } from '@/lib/contracts/prompt-weight';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { addedLatency, addedUsdPer1000Calls } from '@/lib/report/prompt-weight';
import { countTokens } from '@/lib/stats/count-tokens';
import { mean } from '@/lib/stats/summary';
import { type HeldOutCall, listHeldOutCalls } from '@/server/repositories/held-out-calls';
import { findSeedHash } from '@/server/repositories/held-out-scores';
import { findCandidateFact } from '@/server/repositories/run-progress';
import { getRunRow } from '@/server/repositories/runs';

/** Tokens that a version of a run's prompt adds to each later call, compared with the original. Cost: two tokenised texts. */
export async function readPromptWeight(
  actor: Actor<'read'>,
  { runId, hash }: { readonly runId: string; readonly hash: string },
): Promise<PromptWeightView> {
  const run = await getRunRow(actor.workspaceId, runId);
  const manifest = run.manifest;
  const baselineHash = await findSeedHash(run.id);
  const [baseline, learned] = await Promise.all([
    baselineHash === null ? null : textOf(run.id, baselineHash),
    textOf(run.id, hash),
  ]);
  if (baselineHash === null || baseline === null || learned === null)
    throw new AppError('NOT_FOUND', 'This run made no such candidate.');
  const tokens = { baseline: countTokens(baseline), learned: countTokens(learned) };
  const calls = await listHeldOutCalls(run.id, [baselineHash, hash]);
  const of = (candidate: string) => calls.filter(({ candidateHash }) => candidateHash === candidate);
  const { serving } = manifest.models;
  return {
    runId,
    hash,
    ...{ tokens, addedUsd: addedUsdPer1000Calls(tokens, serving), pricedAt: serving.pricedAt },
    latency: addedLatency(
      { baseline: delaysOf(of(baselineHash)), learned: delaysOf(of(hash)) },
      { isPractice: serving.practice },
    ),
    callsPerRollout: manifest.agent === undefined ? 1 : meanCalls(of(hash)),
  };
}

async function textOf(runId: string, hash: string): Promise<string | null> {
  const entry = await findCandidateFact(runId, hash);
  return entry === null ? null : entry.data.text;
}

const delaysOf = (calls: readonly HeldOutCall[]) =>
  new Map(calls.map(({ exampleId, delayMs }) => [exampleId, delayMs]));

/** Null if no held-out rollout recorded its number of model calls. */
const meanCalls = (calls: readonly HeldOutCall[]): number | null =>
  mean(calls.flatMap(({ modelCalls }) => modelCalls ?? [])) ?? null;
