import { experimentConfig } from '@/lib/contracts/experiment-config';
import type { Actor } from '@/lib/domain/actor';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { IntakeAnswers } from '@/lib/domain/intake';
import type { RunManifest } from '@/lib/domain/manifest';
import { diagnosisForecast, forecastSentence } from '@/lib/evaluation/diagnosis-forecast';
import { canaryPolicyOf } from '@/lib/policy/canary-policy';
import { assertQuotable } from '@/lib/policy/exploratory';
import { claimsSpeed } from '@/lib/policy/readiness';
import { PLAN_NEEDS_DIAGNOSIS, REPORT_OF_A_FINISHED_RUN } from '@/lib/policy/rules/report';
import { refusal } from '@/lib/policy/rules/rule';
import type { StrategyInput } from '@/lib/report/strategy/strategy-input';
import { findTrialsOfRun } from '@/server/repositories/canaries';
import { getExperimentRow } from '@/server/repositories/experiments';
import { findIntakeOf, findSplitStatements } from '@/server/repositories/reports';
import { getRunRow } from '@/server/repositories/runs';
import { prepareRun } from '@/server/services/launches/start-run';
import { readAcknowledgement } from '@/server/services/runs/acknowledge-confounding';
import { findBaseline } from '@/server/services/runs/find-baseline';
import { readRecord } from '@/server/services/runs/read-record';
import { readTruths } from '@/server/services/truths/read-truths';
import { gatherDiagnosis } from './gather-diagnosis';
import { gatherDispatch } from './gather-dispatch';
import { gatherExpected } from './gather-expected';
import { gatherMeasured } from './gather-measured';
import { gatherShape } from './gather-shape';

/** Reads what a plan or a report is made from. Decides nothing but whether there is enough to begin with. */

/** A seed of its own would make two plans of one configuration differ. */
const PLAN_SEED = 0;

export async function gatherPlan(actor: Actor, experimentId: string): Promise<StrategyInput> {
  const { workspaceId } = actor;
  const experiment = await getExperimentRow(workspaceId, experimentId);
  const { manifest } = await prepareRun(actor, { experimentId, kind: 'combee', seed: PLAN_SEED });
  const common = await gatherCommon(actor, { manifest, experimentId, splitId: experiment.splitId });
  if (common.diagnosis === null) {
    const { evaluation } = experimentConfig.parse(experiment.config);
    const found = forecastSentence(diagnosisForecast({ ...manifest, evaluation }));
    throw refusal(PLAN_NEEDS_DIAGNOSIS, { found, context: { experimentId } });
  }
  const shape = await gatherShape(actor, { experimentId, run: null });
  const expected = await gatherExpected(workspaceId, manifest);
  return {
    ...common,
    ...shape,
    subject: { experimentId, experiment: experiment.name, runId: null, run: null },
    manifest,
    manifestHash: null,
    runHash: null,
    dispatch: await gatherDispatch(manifest, null),
    expected,
    measured: null,
  };
}

export async function gatherReport(actor: Actor<'read'>, runId: string): Promise<StrategyInput> {
  const run = await getRunRow(actor.workspaceId, runId);
  assertQuotable(run);
  if (run.status !== 'finished' || !claimsSpeed(run.manifest)) {
    throw refusal(REPORT_OF_A_FINISHED_RUN, {
      found: claimsSpeed(run.manifest)
        ? `This one is ${run.status}.`
        : run.manifest.traces === undefined
          ? 'This one is no parallel run.'
          : 'This one learned from collected traces, whose rollouts took place before it.',
      context: { runId },
    });
  }
  const manifest = run.manifest;
  const { experimentId } = run;
  const splitId = manifest.split.registrationId;
  const common = await gatherCommon(actor, { manifest, experimentId, splitId });
  return {
    ...common,
    ...(await gatherShape(actor, { experimentId, run })),
    canary: { ...common.canary, trials: await findTrialsOfRun(actor.workspaceId, runId) },
    subject: { experimentId, experiment: run.experiment.name, runId, run: run.label },
    manifest,
    manifestHash: canonicalHash(manifest),
    runHash: run.runHash,
    dispatch: await gatherDispatch(manifest, runId),
    acknowledged: await readAcknowledgement(runId),
    ...(await gatherTruth(actor, runId)),
    expected: null,
    measured: await gatherMeasured(actor, { run, manifest }),
  };
}

/** The finding that the page of the run shows, so that page and report have one verdict. */
async function gatherTruth(actor: Actor<'read'>, runId: string): Promise<Pick<StrategyInput, 'truth'>> {
  const [truth] = await readTruths(actor, { experiments: [], runs: [runId] });
  return truth === undefined ? {} : { truth: { kind: truth.kind, sentence: truth.sentence } };
}

interface About {
  readonly manifest: RunManifest;
  readonly experimentId: string;
  readonly splitId: string;
}

type Common = Pick<StrategyInput, 'evaluationSet' | 'changedDefaults' | 'canary' | 'diagnosis' | 'serial'>;

async function gatherCommon({ workspaceId }: Actor, about: About): Promise<Common> {
  const { manifest, experimentId, splitId } = about;
  const [split, intake, diagnosis, baseline] = await Promise.all([
    findSplitStatements(workspaceId, splitId),
    findIntakeOf(workspaceId, experimentId),
    gatherDiagnosis(workspaceId, manifest),
    findBaseline(workspaceId, manifest),
  ]);
  const answers = (intake?.answers ?? {}) as IntakeAnswers;
  return {
    evaluationSet: {
      dataset: split?.dataset.name ?? 'a data set that is not there any more',
      split: split?.name ?? 'not there any more',
      owner: split?.owner ?? null,
      usedToTune: split?.usedToTune ?? null,
      usedToTuneNote: split?.usedToTuneNote ?? null,
    },
    changedDefaults: intake && reasonsOf(intake.reasons),
    canary: {
      policy: canaryPolicyOf(answers.failureLevel ?? 'low', answers.settings ?? {}),
      failureSentence: answers.failureSentence?.trim() || null,
    },
    diagnosis,
    serial: baseline && { record: await readRecord(baseline) },
  };
}

/** In the order of the rules, so that the same reasons are the same content. */
function reasonsOf(reasons: unknown) {
  return Object.entries((reasons ?? {}) as Readonly<Record<string, string>>)
    .map(([ruleId, reason]) => ({ ruleId, reason }))
    .sort((a, b) => a.ruleId.localeCompare(b.ruleId));
}
