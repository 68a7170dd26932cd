import type { RunManifest } from '@/lib/domain/manifest';
import type { Task } from '@/lib/domain/task';
import { evaluatorName, programOutcome, programRequest } from '@/lib/evaluation/program';
import type { LanguageModel } from '@/lib/ports/language-model';
import { EvaluatorPresence, type ScoreOnce } from '@/server/adapters/evaluator-presence';
import { type HttpEvaluator, makeHttpEvaluator } from '@/server/adapters/http-evaluator';
import type { Patience } from '@/server/adapters/provider-health';
import { systemTicker } from '@/server/adapters/ticker';
import { config } from '@/server/config/config';
import { readTaskSecret } from '@/server/repositories/tasks';
import { workerPrograms } from './worker-programs';

/** A run, or other work that has only a task. */
interface EvaluatedWork {
  readonly workspaceId: string;
  readonly manifest: { readonly task: Pick<Task, 'id' | 'scoring'> };
}

/**
 * Who scores a run's answers outside: the operator's program or the HTTP evaluator that its task names. With patience a
 * call waits while the evaluator is down; without, it fails after its tries.
 */
export async function evaluatorForRun(
  run: EvaluatedWork,
  patience?: Patience,
): Promise<LanguageModel['complete']> {
  const scorer = await scorerOf(run);
  const presence = presenceOf(run.manifest);
  return async (request, signal) => {
    const key = request.idempotencyKey;
    const scoreOnce: ScoreOnce = (asked, aborted) => scorer(asked, key, aborted);
    const call = { request: programRequest(request), key, scoreOnce, patience, signal };
    return programOutcome(await presence.score(call));
  };
}

/** Calls back whenever the evaluator goes down (with the time of day since when) or is back (with null). */
export function watchEvaluator(
  manifest: RunManifest,
  listener: (name: string, awaySinceMs: number | null) => void,
): () => void {
  const name = evaluatorName(manifest.task.scoring);
  if (name === null) return () => undefined;
  return presenceOf(manifest).health.listen((awaySinceMs) => listener(name, awaySinceMs));
}

async function scorerOf({ workspaceId, manifest }: EvaluatedWork): Promise<HttpEvaluator['run']> {
  const { id, scoring } = manifest.task;
  if (scoring.kind !== 'http')
    return (request, _key, signal) => workerPrograms().environment.run(request, signal);
  const { url, header, timeoutSeconds } = scoring;
  const value = header === null ? null : await readTaskSecret(workspaceId, id, url);
  const { run } = sharedEvaluator({
    url,
    secret: header === null || value === null ? null : { header, value },
    timeoutMs: timeoutSeconds * 1000,
    allowedAddresses: config().allowedAddresses,
  });
  return run;
}

const presences = new Map<string, EvaluatorPresence>();

/** One for all runs of this process that ask the same evaluator. */
function presenceOf({ task: { scoring } }: EvaluatedWork['manifest']): EvaluatorPresence {
  const name = evaluatorName(scoring) ?? '';
  const place = `${scoring.kind}/${name}`;
  const known = presences.get(place) ?? new EvaluatorPresence(name, systemTicker);
  presences.set(place, known);
  return known;
}

const evaluators = new Map<string, HttpEvaluator>();

/** One pool of connections for all runs of this process that ask the same one. */
function sharedEvaluator(settings: Parameters<typeof makeHttpEvaluator>[0]): HttpEvaluator {
  const reach = JSON.stringify(settings);
  const known = evaluators.get(reach) ?? makeHttpEvaluator(settings);
  evaluators.set(reach, known);
  return known;
}
