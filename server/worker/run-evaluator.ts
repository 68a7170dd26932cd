import { programOutcome, programRequest } from '@/lib/evaluation/program';
import type { LanguageModel } from '@/lib/ports/language-model';
import { type HttpEvaluator, makeHttpEvaluator } from '@/server/adapters/http-evaluator';
import { config } from '@/server/config/config';
import { readTaskSecret } from '@/server/repositories/tasks';
import type { ClaimedRun } from './claim-run';
import { workerPrograms } from './worker-programs';

/** Who scores a run's answers outside: the operator's program or the HTTP evaluator that its task names. */
export async function evaluatorForRun({
  workspaceId,
  manifest,
}: Pick<ClaimedRun, 'workspaceId' | 'manifest'>): Promise<LanguageModel['complete']> {
  const { id, scoring } = manifest.task;
  if (scoring.kind !== 'http') return (request, signal) => workerPrograms().model.complete(request, signal);
  const { url, header, timeoutSeconds } = scoring;
  const value = header === null ? null : await readTaskSecret(workspaceId, id, url);
  const evaluator = sharedEvaluator({
    url,
    secret: header === null || value === null ? null : { header, value },
    timeoutMs: timeoutSeconds * 1000,
    allowedAddresses: config().allowedAddresses,
  });
  return async (request, signal) =>
    programOutcome(await evaluator.run(programRequest(request), request.idempotencyKey, signal));
}

const evaluators = new Map<string, HttpEvaluator>();

/** One pool of connections for all runs of this process that ask the same one. */
function sharedEvaluator(settings: Parameters<typeof makeHttpEvaluator>[0]): HttpEvaluator {
  const reach = JSON.stringify(settings);
  const known = evaluators.get(reach) ?? makeHttpEvaluator(settings);
  evaluators.set(reach, known);
  return known;
}
