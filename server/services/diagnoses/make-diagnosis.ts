import { ulid } from 'ulid';
import type { DiagnosisDetail, MakeDiagnosisInput } from '@/lib/contracts/diagnoses';
import type { ImportedRunDetail } from '@/lib/contracts/imported-runs';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { FactData } from '@/lib/domain/ledger-entry';
import { isEnded, type RunStatus, type StopReason } from '@/lib/domain/run';
import type { SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { AppError } from '@/lib/errors/app-error';
import {
  type ImportedScores,
  importedDiagnosisPoints,
  judgeImportedCurve,
  scoreFaults,
} from '@/lib/evaluation/imported-curve-verdict';
import { SERIAL_CURVE_SHOWN } from '@/lib/policy/rules/diagnosis';
import { refusal } from '@/lib/policy/rules/rule';
import { db } from '@/server/db/client';
import { addDiagnosis, countSinceGo, findDiagnosedRun, lockScope } from '@/server/repositories/diagnoses';
import { findStopReason } from '@/server/repositories/sweeps';
import { recordAudit } from '@/server/services/audit/record-audit';
import { getImportedRun } from '@/server/services/imported-runs/read-imported-runs';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { keepsEarlierGo } from './keeps-go';
import { newDiagnosis } from './new-diagnosis';
import { getDiagnosis } from './read-diagnoses';
import { contentOfRun, judgeCurve, readSerialCurve } from './serial-curve';

/**
 * A requested diagnosis: of one of our serial runs once more, or of an imported curve. Each counts as one look
 * in its scope, counted under a lock, so that two requests cannot share one.
 */
export async function makeDiagnosis(
  actor: Actor<'experiment'>,
  input: MakeDiagnosisInput,
): Promise<DiagnosisDetail> {
  if ('runId' in input) return keep(actor, await judgedRun(actor, input.runId));
  const { importedRunId, scores = null } = input;
  return keep(actor, judgedImport(await getImportedRun(actor, { importedRunId }), scores));
}

/** The request, without the look number that is only known under the lock. */
interface Asked {
  readonly scopeHash: string;
  /** Curve of one of our runs; empty for an imported curve, which holds for itself only. */
  readonly curve: readonly Pick<FactData['heldOut.measured'], 'scores'>[];
  readonly answer: (id: string, madeAt: Date, look: number) => SerialDiagnosis;
}

async function keep(actor: Actor<'read'>, { scopeHash, answer, curve }: Asked): Promise<DiagnosisDetail> {
  const { workspaceId } = actor;
  const id = `dia_${ulid()}`;
  await db().$transaction(async (tx) => {
    await lockScope(scopeHash, tx);
    const look = 1 + (await countSinceGo(workspaceId, scopeHash, tx));
    const said = answer(id, new Date(), look);
    if (await keepsEarlierGo(tx, { workspaceId, scopeHash, verdict: said.verdict, curve })) {
      throw new AppError(
        'STATE_CONFLICT',
        'Scores of this run are missing, so it takes no earlier go back. Run the baseline again.',
      );
    }
    const row = newDiagnosis(said, { workspaceId, scopeHash });
    await addDiagnosis(row, tx);
    const { verdict, hash = '' } = row;
    await recordAudit(tx, actor, 'diagnosis.made', id, { verdict, look, hash });
  });
  return getDiagnosis(actor, { diagnosisId: id });
}

async function judgedRun(actor: Actor, runId: string): Promise<Asked> {
  const run = await findDiagnosedRun(actor.workspaceId, runId);
  if (run === null) throw new AppError('NOT_FOUND', 'This run does not exist.', { context: { runId } });
  if (run.kind !== 'serialBaseline') {
    throw refusal(SERIAL_CURVE_SHOWN, { found: 'This run is not a serial baseline.' });
  }
  if (!isEnded(run.status as RunStatus)) {
    throw new AppError(
      'STATE_CONFLICT',
      'A serial run is diagnosed when it has ended: wait for it, or stop it.',
    );
  }
  if ((await findStopReason(runId)) === ('answersUnreadable' satisfies StopReason)) {
    throw refusal(SERIAL_CURVE_SHOWN, {
      found: 'Most answers of this run cannot be parsed, so its curve says nothing of the method.',
    });
  }
  const curve = await readSerialCurve(runId);
  if (curve.points.length === 0)
    throw refusal(SERIAL_CURVE_SHOWN, { found: 'This run has measured nothing.' });
  return {
    scopeHash: diagnosisScopeHash(run.manifest),
    curve: curve.points,
    answer: (id, madeAt, look) => {
      const { verdict, finding, reason, alternatives, ...decision } = judgeCurve(curve, run, look);
      return {
        ...contentOfRun({ id, madeAt, run, curve }),
        ...{ verdict, finding, reason, alternatives, decision },
      };
    },
  };
}

/** A scope of its own: whatever it says, no run of ours shares its hardware. */
function judgedImport(run: ImportedRunDetail, scores: readonly ImportedScores[] | null): Asked {
  const { points, scoredOn, seenUnit } = run;
  if (points.length === 0) throw refusal(SERIAL_CURVE_SHOWN, { found: 'This imported run has no point.' });
  const fields = scores ? scoreFaults(points, scores) : [];
  if (fields.length > 0) {
    throw refusal(SERIAL_CURVE_SHOWN, { found: 'The single scores are not those of this curve.', fields });
  }
  return {
    scopeHash: canonicalHash({ imported: run.id }),
    curve: [],
    answer: (id, madeAt, look) => ({
      ...{ id, madeAt: madeAt.toISOString() },
      ...judgeImportedCurve({ points, scoredOn, scores }, look),
      source: { kind: 'imported', importedRunId: run.id, name: run.name },
      scope: {
        task: run.task ?? run.name,
        splitHash: null,
        heldOutExamples: points[0]?.n ?? scores?.[0]?.scores.length ?? null,
        method: run.method,
        hardware: [`${run.provenance.hardware || 'not stated'} (elsewhere)`],
        practice: false,
      },
      curve: { unit: seenUnit, points: importedDiagnosisPoints(points) },
    }),
  };
}
