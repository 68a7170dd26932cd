import type { ExpectedScoring } from '@/lib/contracts/trace-scoring-shapes';
import type { TraceEvaluator } from '@/lib/domain/trace-scoring';
import { listPriceUsd } from '@/lib/engine/calls/pricing';
import { traceJudgeMessages } from '@/lib/evaluation/judge-trace';
import { countTokens } from '@/lib/stats/count-tokens';
import { TRAJECTORY_BUDGET_TOKENS } from '@/lib/trajectory/condense';
import { ledgerPool } from '@/server/ledger/pool';
import { meanTokensRead } from '@/server/repositories/scorable-traces';
import { usdPerCallBefore } from '@/server/repositories/trace-scorings';

/** Tokens of a verdict: three sentences and a number. */
const VERDICT_TOKENS = 150;

/** Calls and cost of scoring these traces: by what earlier scorings cost, else by prices and the length of the texts. */
export async function expectedScoring(
  workspaceId: string,
  evaluator: TraceEvaluator,
  ids: readonly string[],
): Promise<ExpectedScoring> {
  const calls = ids.length;
  const before = await usdPerCallBefore(workspaceId, evaluator.name);
  if (before !== null) return { calls, usd: before * calls, basis: 'earlier' };
  const { judge, scoring } = evaluator;
  if (judge === null || scoring.kind !== 'judge') return { calls, usd: null, basis: null };
  const empty = traceJudgeMessages(scoring.rubric, { task: '', steps: '', output: '' });
  const instructions = empty.reduce((sum, { content }) => sum + countTokens(content), 0);
  const read = await meanTokensRead(ledgerPool(), { workspaceId, ids, budget: TRAJECTORY_BUDGET_TOKENS });
  const tokensOut = Math.min(VERDICT_TOKENS, judge.binding.maxTokens);
  const usd = listPriceUsd(judge.binding, { tokensIn: instructions + read, tokensOut, tokensCached: 0 });
  return { calls, usd: usd === null ? null : usd * calls, basis: usd === null ? null : 'texts' };
}
