import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { RunPlanForecastView } from '@/lib/contracts/run-plans';
import type { Actor } from '@/lib/domain/actor';
import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import type { RunKind } from '@/lib/domain/run';
import type { PlanStepName } from '@/lib/domain/run-plan';
import { AppError } from '@/lib/errors/app-error';
import { diagnosisForecast } from '@/lib/evaluation/diagnosis-forecast';
import { assertHeldOutSuffices } from '@/lib/policy/anti-patterns';
import type { KnownDiagnosis } from '@/lib/policy/diagnosis';
import { SERIAL_DIAGNOSED } from '@/lib/policy/rules/launch';
import { expectedRun } from '@/lib/report/expected-run';
import { type EstimateBasis, rolloutLanes } from '@/lib/report/sweep-estimate';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { getExperimentRow } from '@/server/repositories/experiments';
import { knownDiagnosis } from '@/server/services/diagnoses/known-diagnosis';
import { prepareRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { estimateBasis } from '@/server/services/runs/estimate-basis';
import { diagnosisView } from '@/server/services/runs/run-view';

/** Runs of a plan before it starts: what each is expected to take, and what would stop it. Starts nothing. */
export async function forecastPlan(
  actor: Actor<'read'>,
  { experimentId }: { readonly experimentId: string },
): Promise<RunPlanForecastView> {
  const { workspaceId } = actor;
  const { epochs } = experimentConfig.parse((await getExperimentRow(workspaceId, experimentId)).config);
  const [serial, parallel, longer] = await Promise.all([
    prepareRun(actor, { experimentId, kind: 'serialBaseline', seed: 0 }),
    prepareRun(actor, { experimentId, kind: 'combee', seed: 0 }),
    prepareRun(
      actor,
      { experimentId, kind: 'serialBaseline', seed: 0 },
      { settings: { epochs: epochs * 2 } },
    ),
  ]);
  const newest = await findNewestDiagnosis(workspaceId, diagnosisScopeHash(serial.manifest));
  const basis = await estimateBasis(workspaceId, serial.manifest);
  const forecast = diagnosisForecast(serial.manifest);
  const isDone = newest?.verdict === 'go';
  const steps = [
    { ...planned('serial', serial.manifest, basis), isDone },
    diagnosisStep(serial.manifest, { forecast, basis, isDone }),
    { ...planned('parallel', parallel.manifest, basis), isDone: false },
  ];
  const { counts } = serial.manifest.split;
  return {
    steps,
    isPriced: expectedRun(parallel.manifest, basis).isPriced,
    practice: bindingsOf(serial.manifest).some(({ practice }) => practice),
    basisRuns: basis.runs,
    basisRollouts: basis.rollouts,
    examples: { train: counts.train, heldOut: counts[serial.manifest.evaluation.split] },
    diagnosisForecast: forecast,
    diagnosis: diagnosisView(newest),
    stops: stopsOf(parallel.manifest, newest && knownDiagnosis(newest).verdict),
    more: { ...planned('serial', longer.manifest, basis), epochs: longer.manifest.epochs },
  };
}

type Step = RunPlanForecastView['steps'][number];

function planned(step: PlanStepName, manifest: RunManifest, basis: EstimateBasis): Step {
  const { rollouts, evaluationRollouts, usd, totalMs } = expectedRun(manifest, basis).estimate;
  const kind: RunKind = manifest.kind;
  return { step, kind, isDone: false, rollouts, evaluationRollouts, usd, totalMs };
}

/** Where 10 in 100 answers differ: the middle one of the forecast's cases. Its answers come in waves over all lanes that a rollout may use. */
function diagnosisStep(
  manifest: RunManifest,
  {
    forecast: { cases },
    basis: { answer },
    isDone,
  }: {
    readonly forecast: RunPlanForecastView['diagnosisForecast'];
    readonly basis: EstimateBasis;
    readonly isDone: boolean;
  },
): Step {
  const rollouts = cases[Math.floor(cases.length / 2)]?.rollouts ?? 0;
  const { usdPerMillionIn, usdPerMillionOut } = manifest.models.serving;
  const each = answer.tokensIn * (usdPerMillionIn ?? 0) + answer.tokensOut * (usdPerMillionOut ?? 0);
  return {
    ...{ step: 'diagnosis', kind: null, isDone, rollouts: 0 },
    evaluationRollouts: rollouts,
    usd: (rollouts * each) / 1e6,
    totalMs: Math.ceil(rollouts / rolloutLanes(manifest)) * answer.delayMs,
  };
}

/** `verdict`: of the newest diagnosis of the scope; null = none yet. */
function stopsOf(
  parallel: RunManifest,
  verdict: KnownDiagnosis['verdict'] | null,
): RunPlanForecastView['stops'] {
  const refused = refusalOf(() => assertHeldOutSuffices(parallel));
  const isOpen = verdict === null || verdict === 'undecided';
  const { id: diagnosed } = SERIAL_DIAGNOSED;
  const noGo = { sentence: NO_GO, ruleId: diagnosed, isCertain: verdict === 'noGo' };
  const undecided = { sentence: UNDECIDED, ruleId: diagnosed, isCertain: verdict === 'undecided' };
  return [
    ...(refused
      ? [
          {
            sentence: refused.userMessage,
            ruleId: refused.ruleId,
            isCertain: true,
            isPassedExploring: isOpen,
          },
        ]
      : []),
    ...(verdict === 'go' ? [] : [{ ...noGo, isPassedExploring: false }]),
    ...(isOpen ? [{ ...undecided, isPassedExploring: true }] : []),
    { sentence: ENDED, ruleId: null, isCertain: false, isPassedExploring: false },
  ];
}

const NO_GO = 'The diagnosis says no-go.';
const UNDECIDED = 'The diagnosis cannot decide.';
const ENDED = 'A run fails, reaches a cap of the experiment, or is stopped.';

function refusalOf(check: () => void): AppError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (AppError.is(error)) return error;
    throw error;
  }
}
