import { inPromptNow, insightsNow } from '@/lib/combee/survival/survival-summary';
import type { FactOf } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { isEnded } from '@/lib/domain/run';
import { type CellResult, HIGH_VALUE_MARKS, type PlaybookWorth, type Settled } from '@/lib/domain/sweep';
import { parseBullets } from '@/lib/methods/ace/parse-bullet-line';
import { readSummary } from '@/lib/projection/run-summary';
import { db } from '@/server/db/client';
import { jsonColumn } from '@/server/db/stored-json';
import { readFacts } from '@/server/events/read-facts';
import { manifestOf } from '@/server/repositories/stored-manifest';
import {
  type AttemptRow,
  type CellRun,
  findCellRuns,
  findStopReason,
  readCharge,
  type SweepRow,
} from '@/server/repositories/sweeps';
import { readRecord } from '@/server/services/runs/read-record';

/** Idempotent, and needs no lock: what an ended run has used does not change any more. */
export async function settleAttempts({ cells }: SweepRow): Promise<void> {
  const open = cells.flatMap(({ attempts }) => attempts.filter(({ charge }) => charge === null));
  const runs = await findCellRuns(open.map(({ runId }) => runId));
  for (const attempt of open) {
    const run = runs.get(attempt.runId);
    if (run && isEnded(run.status)) await settle(attempt, run);
  }
}

async function settle({ runId }: AttemptRow, run: CellRun): Promise<void> {
  const { manifest } = await db().run.findUniqueOrThrow({ where: { id: runId }, select: { manifest: true } });
  const settled: Settled = {
    result: await resultOf(run, manifestOf({ id: runId, manifest })),
    stopReason: await findStopReason(runId),
  };
  const charge = jsonColumn(await readCharge(runId));
  await db().sweepAttempt.update({ where: { runId }, data: { charge, result: jsonColumn(settled) } });
}

async function resultOf(run: CellRun, manifest: RunManifest): Promise<CellResult | null> {
  const { id, label, practice } = run;
  const [record, measured, candidates] = await Promise.all([
    readRecord({ id, label, practice, manifest }),
    readFacts(id, 'heldOut.measured'),
    readFacts(id, 'candidate.created'),
  ]);
  const whole = measured.filter(({ data }) => data.incomplete === undefined);
  // The last prompt, as published: picking the best of many measurements on held-out would flatter small sizes.
  const last = whole.at(-1);
  // A cap that cut the last measurement leaves no score of the last prompt.
  if (!last || measured.at(-1) !== last) return null;
  const candidate = candidateOf(candidates, last.data.candidateHash);
  const worth = candidate && (await worthOf(candidate.data.text, { id, manifest }));
  // Iterations that a crash cut count at the pace of the whole ones, else a cell would be faster for having crashed.
  const learningMs = record.points.at(-1)?.learningMs ?? record.learningWallMs;
  const evaluationMs = measured.reduce((sum, fact) => sum + (fact.measured.evaluationMs ?? 0), 0);
  return {
    exampleIds: last.data.exampleIds,
    scores: last.data.scores,
    seedMean: whole[0]?.data.score.mean ?? null,
    learningMs,
    totalMs: learningMs + evaluationMs,
    taintedIterations: record.taintedIterations,
    iterations: record.iterations,
    costUsd: record.costUsd,
    tokens: record.tokens,
    calls: record.calls,
    rollouts: record.rollouts,
    evaluationRollouts: record.evaluationRollouts,
    failures: readSummary(run.summary).failures,
    playbookTokens: candidate?.data.tokens ?? 0,
    bullets: candidate?.data.bullets ?? 0,
    ...(worth ? { worth } : {}),
  };
}

/** Only a playbook has bullets with marks; insights count where the run itself followed them, for reckoning takes long. */
async function worthOf(
  playbook: string,
  { id, manifest }: { readonly id: string; readonly manifest: RunManifest },
): Promise<PlaybookWorth | null> {
  if (manifest.method.name !== 'ace') return null;
  const bullets = parseBullets(playbook);
  const followed = manifest.survival ? await readFacts(id, 'insights.followed') : [];
  const iterations = followed.map(({ data }) => data);
  const now = insightsNow(iterations);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    highValueBullets: bullets.filter(({ helpful }) => helpful >= HIGH_VALUE_MARKS).length,
    helpfulMarks: sum(bullets.map(({ helpful }) => helpful)),
    insights: manifest.survival
      ? {
          wentIn: sum(iterations.map(({ wentIn }) => wentIn)),
          held: sum(iterations.map((one) => inPromptNow(one, now))),
        }
      : null,
  };
}

const candidateOf = (created: readonly FactOf<'candidate.created'>[], hash: string) =>
  created.findLast(({ data }) => data.hash === hash);
