import type { ReadinessView } from '@/lib/contracts/readiness';
import type { Actor } from '@/lib/domain/actor';
import { isEnded } from '@/lib/domain/run';
import { claimsSpeed, NEW_SEEDS } from '@/lib/policy/readiness';
import { configurationHash } from '@/lib/report/configuration';
import { type Readiness, readinessOf } from '@/lib/report/readiness';
import { estimateReadiness } from '@/lib/report/readiness-estimate';
import type { SpeedClaim } from '@/lib/report/speed-claim';
import type { ReadinessWaiver } from '@/server/db/generated/client';
import { findWaiver, type MeasuringRun } from '@/server/repositories/readiness';
import { getRunRow } from '@/server/repositories/runs';
import { findBaseline, namedBaseline } from '@/server/services/runs/find-baseline';
import { pointView } from '@/server/services/runs/point-view';
import { type ClaimToRead, type Gathered, gatherEvidence } from './gather-evidence';

/** Whether a run's speed claim may be used, with everything that was measured for it. */
export async function readReadiness(
  actor: Actor<'read'>,
  input: { readonly runId: string; readonly baseline?: string | undefined },
): Promise<ReadinessView> {
  const run = await getRunRow(actor.workspaceId, input.runId);
  const baseline = input.baseline
    ? await namedBaseline(actor.workspaceId, input.baseline)
    : await findBaseline(actor.workspaceId, run.manifest);
  return readinessOfRun(actor.workspaceId, { run, baseline });
}

/** The same for a caller that has read the run, and perhaps the records, already. */
export async function readinessOfRun(workspaceId: string, claim: ClaimToRead): Promise<ReadinessView> {
  const { run } = claim;
  const waiver = await findWaiver(run.id);
  const reason = whyNoClaim(run);
  if (reason !== null) return withoutClaim(run, waiver, reason);
  const evidence = await gatherEvidence(workspaceId, claim);
  return view(run, { evidence, standing: readinessOf(evidence), waiver });
}

/** Only what trained in parallel, to its own end, claims to be faster. */
function whyNoClaim(run: MeasuringRun): { readonly sentence: string; readonly applies: boolean } | null {
  if (!claimsSpeed(run.manifest)) {
    return {
      applies: false,
      sentence:
        run.manifest.traces === undefined
          ? 'Only a parallel run claims a speedup; this one is what others are measured by.'
          : 'A run that learned from collected traces claims no speedup: their rollouts took place before it.',
    };
  }
  if (run.status === 'finished') return null;
  return isEnded(run.status)
    ? { applies: false, sentence: `The run is ${run.status}, so it claims nothing.` }
    : { applies: true, sentence: 'The run has not finished yet.' };
}

function common(run: MeasuringRun, waiver: ReadinessWaiver | null) {
  return {
    runId: run.id,
    practice: run.practice,
    configurationHash: configurationHash(run.manifest),
    waiver: waiver && { by: waiver.waivedBy, reason: waiver.reason, at: waiver.waivedAt.toISOString() },
  };
}

function withoutClaim(
  run: MeasuringRun,
  waiver: ReadinessWaiver | null,
  { sentence, applies }: { readonly sentence: string; readonly applies: boolean },
): ReadinessView {
  return {
    ...common(run, waiver),
    status: applies ? 'notReady' : 'notApplicable',
    sentence,
    blockedBy: null,
    lights: [],
    claim: null,
    headline: null,
    scope: null,
    baseline: null,
    runs: [],
    progress: null,
    estimate: null,
  };
}

interface Read {
  readonly evidence: Gathered;
  readonly standing: Readiness;
  readonly waiver: ReadinessWaiver | null;
}

function view(run: MeasuringRun, { evidence, standing, waiver }: Read): ReadinessView {
  const { ready, blockedBy, headline, lights, claim, scope } = standing;
  const { baseline } = evidence;
  return {
    ...common(run, waiver),
    status: ready ? 'ready' : 'notReady',
    sentence: headline?.sentence ?? blockedBy?.sentence ?? '',
    blockedBy,
    lights: lights.map((light) => ({ ...light, numbers: [...light.numbers] })),
    claim: claimView(claim),
    headline: headline && { ...headline, cost: pointView(headline.cost) },
    scope,
    baseline: baseline && { runId: baseline.id, label: baseline.label },
    runs: evidence.runs.flatMap(({ id, label, status, readinessLight }) =>
      readinessLight === null
        ? []
        : [{ runId: id, label, status, light: readinessLight as ReadinessView['runs'][number]['light'] }],
    ),
    progress: evidence.progress,
    estimate: estimateOf(evidence),
  };
}

function estimateOf(evidence: Gathered): ReadinessView['estimate'] {
  const hardwareMissing = evidence.hardware.pairs.length === 0 && evidence.hardware.waiver === null;
  const estimate = estimateReadiness(evidence.run, evidence.serial, {
    seeds: Math.max(0, NEW_SEEDS - evidence.seeds.length),
    confirmationExamples:
      evidence.slice.kind === 'closed' ? evidence.run.manifest.split.counts.confirmation : 0,
    hardwareParallel: hardwareMissing,
    hardwareSerial: hardwareMissing,
  });
  return estimate.parts.length === 0 ? null : { ...estimate, parts: [...estimate.parts] };
}

function claimView(claim: SpeedClaim): NonNullable<ReadinessView['claim']> {
  return {
    ...claim,
    cost: claim.cost && pointView(claim.cost),
    serialCost: claim.serialCost && pointView(claim.serialCost),
    notes: [...claim.notes],
  };
}
