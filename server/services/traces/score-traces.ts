import { ulid } from 'ulid';
import type {
  CalibrateTraceJudgeInput,
  ScoreTracesInput,
  TraceScoringView,
} from '@/lib/contracts/trace-scoring-shapes';
import type { Actor } from '@/lib/domain/actor';
import { AppError } from '@/lib/errors/app-error';
import { comparisonRefusal, judgeRefusal } from '@/lib/policy/trace-judges';
import { db } from '@/server/db/client';
import {
  createTraceScoring,
  findAgreement,
  findOpenScoring,
  type NewTraceScoring,
} from '@/server/repositories/trace-scorings';
import { recordAudit } from '@/server/services/audit/record-audit';
import {
  chooseReferences,
  chooseScorable,
  nothingToScore,
  throwRefusal,
  unpricedRefusal,
} from './scoring-choice';
import { pinnedTraceEvaluator } from './trace-evaluators';
import { scoringView } from './trace-scorings';

/** Starts scorings of traces; workers carry them. */

/** @throws AppError where the judge does not agree with people, or no trace is left to score */
export async function scoreTraces(
  actor: Actor<'experiment'>,
  input: ScoreTracesInput,
): Promise<TraceScoringView> {
  const { workspaceId } = actor;
  const { filter, usdMax } = input;
  const evaluator = await pinnedTraceEvaluator(workspaceId, input.experimentId);
  throwRefusal(unpricedRefusal(evaluator, usdMax));
  const { judge } = evaluator;
  const { service } = filter;
  if (judge !== null)
    throwRefusal(judgeRefusal(await findAgreement({ workspaceId, judgeHash: judge.hash, service })));
  const found = await chooseScorable(workspaceId, evaluator, input);
  if (found.ids.length === 0) throwRefusal(nothingToScore(found));
  const items = found.ids.map((traceId) => ({ traceId, reference: null }));
  return start(actor, { purpose: 'score', evaluator, filter, usdMax, items });
}

/** @throws AppError where people have judged too few traces */
export async function calibrateTraceJudge(
  actor: Actor<'experiment'>,
  { experimentId, service, usdMax }: CalibrateTraceJudgeInput,
): Promise<TraceScoringView> {
  const { workspaceId } = actor;
  const evaluator = await pinnedTraceEvaluator(workspaceId, experimentId);
  const { judge } = evaluator;
  if (judge === null)
    throw new AppError('STATE_CONFLICT', 'Only a judge is compared with people; this evaluator is none.');
  throwRefusal(unpricedRefusal(evaluator, usdMax));
  const { chosen: items, available } = await chooseReferences(workspaceId, judge, service);
  throwRefusal(comparisonRefusal(available, judge.rule.minPairs));
  const filter = service === undefined ? {} : { service };
  return start(actor, { purpose: 'calibrate', evaluator, filter, usdMax, items });
}

type Started = Pick<NewTraceScoring, 'purpose' | 'evaluator' | 'filter' | 'usdMax' | 'items'>;

/** One at a time of an evaluator: two would pay for the same traces. */
async function start(actor: Actor<'experiment'>, started: Started): Promise<TraceScoringView> {
  const { workspaceId, name: startedBy } = actor;
  const { name } = started.evaluator;
  const id = `tsc_${ulid()}`;
  return db().$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`score traces ${workspaceId}`}, 0))`;
    if ((await findOpenScoring(tx, { workspaceId, purpose: started.purpose, name })) !== null)
      throw new AppError('STATE_CONFLICT', `${name} is scoring traces already.`, {
        howToProceed: ['Wait until it has ended, or cancel it.'],
      });
    const row = await createTraceScoring(tx, { ...started, id, workspaceId, startedBy });
    const detail = { evaluator: name, purpose: started.purpose, traces: row.planned };
    await recordAudit(tx, actor, 'traces.scoring', id, detail);
    return scoringView(row);
  });
}
