import type { EvaluateInput, EvaluationResultView } from '@/lib/contracts/evaluations';
import type { Actor } from '@/lib/domain/actor';
import type { Candidate } from '@/lib/domain/candidate';
import { canonicalHash, contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import { type CachedPair, cachedPair } from '@/lib/engine/measure/cached-pair';
import { AppError } from '@/lib/errors/app-error';
import { evaluationManifest } from '@/lib/evaluation/evaluation-manifest';
import { methodForTask } from '@/lib/methods/artefact';
import { methodNamed } from '@/lib/methods/known-methods';
import { assertReasonToRepeat } from '@/lib/policy/evaluations';
import { measure } from '@/lib/stats/mean-interval';
import { db } from '@/server/db/client';
import { ledgerPool } from '@/server/ledger/pool';
import { postgresEvaluationCache } from '@/server/ledger/postgres-evaluation-cache';
import { invalidateEvaluations } from '@/server/repositories/evaluations';
import { listExamplesOfSplit } from '@/server/repositories/splits';
import { recordAudit } from '@/server/services/audit/record-audit';
import { launchTogether } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';

/**
 * Scores of a prompt on examples of an evaluation split. What has a score is answered from the cache; what has none is
 * evaluated by a run of its own, since that is paid and takes its time. Evaluating again takes a reason.
 */
export async function evaluateCandidate(
  actor: Actor<'experiment'>,
  input: EvaluateInput,
): Promise<EvaluationResultView> {
  const { experimentId, split } = input;
  const { manifest: base } = await prepareRun(actor, { experimentId, kind: 'serialBaseline', seed: SEED });
  const examples = await examplesOf(base, input);
  const text =
    input.candidateText === '' ? methodNamed(base.method.name).emptyCandidateText : input.candidateText;
  const candidate = { hash: contentHash(text), text };
  const manifest = evaluationManifest(base, {
    candidates: [{ name: 'asked', text }],
    split,
    exampleIds: input.exampleIds && examples.map(({ id }) => id),
    seat: 'evaluator',
    cache: base.evaluationCache ?? { read: true, namespace: 'default' },
  });
  const found = await readPairs(actor, { manifest, candidate, examples });
  assertReasonToRepeat({ ...input, scored: found.size });
  const stays = input.force ? new Map<string, CachedPair>() : found;
  const missing = examples.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  const invalid = input.force ? [...found.values()].flatMap(({ keys }) => keys) : [];
  const { runId, invalidated } = await evaluate(actor, { ...input, manifest, missing, invalid, candidate });
  const pairs = [...stays].map(([exampleId, { answer, score }]) => {
    return { exampleId, answer, score: score.value, correct: score.correct, cached: true as const };
  });
  const cached = missing.length === 0;
  const score = cached ? measure(pairs.map((pair) => pair.score)) : null;
  return { candidateHash: candidate.hash, split, cached, pairs, missing, score, runId, invalidated };
}

/** Two requests for the same scores ask the same questions, regardless of the caller. */
const SEED = 0;

async function examplesOf(
  base: RunManifest,
  { split, exampleIds }: EvaluateInput,
): Promise<readonly Example[]> {
  const all = await listExamplesOfSplit(base.split.registrationId, split);
  const wanted = exampleIds && new Set(exampleIds);
  const chosen = wanted ? all.filter(({ id }) => wanted.has(id)) : all;
  if (chosen.length === (wanted?.size ?? all.length) && chosen.length > 0) return chosen;
  const known = new Set(all.map(({ id }) => id));
  const unknown = [...(wanted ?? [])].filter((id) => !known.has(id)).slice(0, 5);
  const message =
    all.length === 0 ? `The split holds no ${split} examples.` : `Not in ${split}: ${unknown.join(', ')}.`;
  throw new AppError('INPUT_INVALID', message, {
    fields: [{ path: all.length === 0 ? 'split' : 'exampleIds', message }],
    howToProceed: ['Name examples of this split, or leave exampleIds out for all of them.'],
  });
}

interface Asked {
  readonly manifest: RunManifest;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
}

async function readPairs(actor: Actor, asked: Asked): Promise<ReadonlyMap<string, CachedPair>> {
  const { manifest, candidate, examples } = asked;
  if (!manifest.evaluationCache?.read) return new Map();
  const method = methodForTask(methodNamed(manifest.method.name), manifest.task);
  const cache = postgresEvaluationCache(ledgerPool(), { workspaceId: actor.workspaceId, runId: '' });
  const read = await Promise.all(
    examples.map(async (example, ordinal) => {
      const pair = await cachedPair({ manifest, method, candidate, example, ordinal, cache });
      return pair && ([example.id, pair] as const);
    }),
  );
  return new Map(read.filter((pair) => pair !== null));
}

interface ToEvaluate extends EvaluateInput {
  readonly manifest: RunManifest;
  readonly candidate: Candidate;
  readonly missing: readonly string[];
  readonly invalid: readonly string[];
}

/** Putting aside, writing down who did, and the run that gives new scores: in one transaction. */
async function evaluate(
  actor: Actor<'experiment'>,
  { experimentId, manifest, missing, invalid, candidate, reason }: ToEvaluate,
): Promise<{ readonly runId: string | null; readonly invalidated: number }> {
  if (missing.length === 0) return { runId: null, invalidated: 0 };
  const underWay = await db().run.findFirst({
    where: {
      workspaceId: actor.workspaceId,
      manifestHash: canonicalHash(manifest),
      status: { in: ['queued', 'running'] },
    },
    select: { id: true },
  });
  let invalidated = 0;
  const launched = await launchTogether(actor, async (tx) => {
    if (invalid.length > 0) {
      const { workspaceId, name: by } = actor;
      invalidated = await invalidateEvaluations(workspaceId, invalid, { by, reason }, tx);
      await recordAudit(tx, actor, 'evaluation.invalidated', experimentId, {
        candidateHash: candidate.hash,
        answers: invalidated,
        reason,
      });
    } else if (underWay) {
      return [];
    }
    return [{ experimentId, manifest, label: undefined }];
  });
  return { runId: launched[0]?.id ?? underWay?.id ?? null, invalidated };
}
