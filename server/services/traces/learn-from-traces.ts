import { ulid } from 'ulid';
import type { RunView } from '@/lib/contracts/run-shapes';
import type { LearnFromTracesInput, TraceLearningForecastView } from '@/lib/contracts/trace-learning';
import type { Actor } from '@/lib/domain/actor';
import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import type { TraceSampleCounts } from '@/lib/domain/trace-sample';
import { AppError } from '@/lib/errors/app-error';
import { expectedRun } from '@/lib/report/expected-run';
import { db } from '@/server/db/client';
import type { Diagnosis } from '@/server/db/generated/client';
import { findNewestDiagnosis } from '@/server/repositories/diagnoses';
import { createTraceSample } from '@/server/repositories/trace-samples';
import { launchRun, randomSeed } from '@/server/services/launches/launch-run';
import { prepareRun } from '@/server/services/launches/start-run';
import { diagnosisScopeHash } from '@/server/services/runs/diagnosis-scope';
import { estimateBasis } from '@/server/services/runs/estimate-basis';
import { diagnosisView } from '@/server/services/runs/run-view';
import { drawSample, sampleItems } from './draw-sample';

/** A sample that is not stored, for a manifest that is not either. */
const SUPPOSED = { sampleId: 'tsm_forecast', hash: '' };
const TRACES_MIN = 2;

/** Draw, cost and time of a run over these traces. Starts and stores nothing. */
export async function forecastTraceLearning(
  actor: Actor<'read'>,
  input: LearnFromTracesInput,
): Promise<TraceLearningForecastView> {
  const { counts, isCut } = await drawSample(actor.workspaceId, input);
  const sample = { ...counts, isCut };
  try {
    assertEnough(counts);
    const { manifest, newest } = await prepared(actor, input, counts);
    const basis = await estimateBasis(actor.workspaceId, manifest);
    const { estimate, batchSize, iterations, isPriced } = expectedRun(manifest, basis);
    const { kind } = manifest;
    return {
      ...{ sample, refusal: null, diagnosis: diagnosisView(newest) },
      kind: kind as TraceLearningForecastView['kind'],
      expected: {
        reflections: counts.drawn,
        ...{ batchSize, iterations, isPriced, heldOut: estimate.evaluationRollouts },
        ...{ tokens: estimate.tokens, usd: estimate.usd, totalMs: estimate.totalMs },
        practice: bindingsOf(manifest).some(({ practice }) => practice),
        ...{ basisRuns: basis.runs, basisRollouts: basis.rollouts },
      },
    };
  } catch (error) {
    if (!AppError.is(error) || error.kind === 'broken') throw error;
    const refusal = { sentence: error.userMessage, howToProceed: [...error.howToProceed] };
    return { sample, kind: 'exploratory', diagnosis: null, expected: null, refusal };
  }
}

/** Freezes the sample and starts the run. @throws AppError where too few traces were judged */
export async function learnFromTraces(
  actor: Actor<'experiment'>,
  input: LearnFromTracesInput,
): Promise<RunView> {
  const { workspaceId } = actor;
  const { ids, counts } = await drawSample(workspaceId, input);
  assertEnough(counts);
  const id = `tsm_${ulid()}`;
  const items = await sampleItems(workspaceId, ids);
  const { filter, seed, experimentId } = input;
  const sample = { id, workspaceId, filter, seed, items, counts, createdBy: actor.name };
  const { kind } = (await prepared(actor, input, counts)).manifest;
  await db().$transaction((tx) => createTraceSample(tx, sample));
  const asked = { ...armOf(input), experimentId, kind: kind as LearningKind, traceSampleId: id };
  const launch = await prepareRun(actor, asked);
  return launchRun(actor, { ...launch, label: labelOf(launch.manifest, counts) });
}

type LearningKind = 'combee' | 'exploratory' | 'comparisonPoint';

/** The run as it would be pinned: Combee after a go of its scope, else exploratory. */
async function prepared(
  actor: Actor,
  input: LearnFromTracesInput,
  { drawn }: TraceSampleCounts,
): Promise<{ readonly manifest: RunManifest; readonly newest: Diagnosis | null }> {
  const traces = { ...SUPPOSED, count: drawn };
  const pin = async (kind: LearningKind) =>
    (
      await prepareRun(
        actor,
        { ...armOf(input), experimentId: input.experimentId, kind, seed: randomSeed() },
        { traces },
      )
    ).manifest;
  const manifest = await pin(input.naive ? 'comparisonPoint' : 'exploratory');
  const newest = await findNewestDiagnosis(actor.workspaceId, diagnosisScopeHash(manifest));
  const isGo = newest?.verdict === 'go' && !input.naive;
  return { manifest: isGo ? await pin('combee') : manifest, newest };
}

/** One call over all reflections takes them as one batch. */
function armOf({ naive, count }: LearnFromTracesInput) {
  if (!naive) return {};
  const batch = { kind: 'static', size: count, reason: 'All traces in one call, for comparison.' } as const;
  return { batch, aggregation: NAIVE };
}

const NAIVE = {
  kind: 'naive',
  duplication: 1,
  groups: null,
  reducer: 'llm',
  fanInMax: 24,
  grouping: 'afterBarrier',
} as const;

function assertEnough({ drawn, unjudged }: TraceSampleCounts): void {
  if (drawn >= TRACES_MIN) return;
  const hasUnjudged = unjudged > 0;
  const found = hasUnjudged
    ? `Matching traces without a score: ${unjudged}; with one: ${drawn}.`
    : 'At least two judged traces have to match.';
  throw new AppError('STATE_CONFLICT', `There is nothing to learn from yet. ${found}`, {
    howToProceed: hasUnjudged
      ? ['Judge some: what is neither right nor wrong teaches nothing.', 'Or choose other traces.']
      : ['Choose other traces.', 'Or send or import some on the traces page.'],
  });
}

const labelOf = ({ kind }: RunManifest, { drawn }: TraceSampleCounts) =>
  kind === 'comparisonPoint' ? `One call over ${drawn} traces` : `From ${drawn} traces`;
