import { profileSchedule } from '@/lib/combee/batch-controller/profile-schedule';
import type { Candidate } from '@/lib/domain/candidate';
import { everyTenth } from '@/lib/domain/claim-settings';
import { contentHash } from '@/lib/domain/content-hash';
import type { RunManifest } from '@/lib/domain/manifest';
import { makeAsker } from '@/lib/engine/calls/ask';
import { makeLanes } from '@/lib/engine/calls/lanes';
import { ceilingOf } from '@/lib/engine/calls/pricing';
import { openDispatch } from '@/lib/engine/dispatch/open-dispatch';
import { followInsights } from '@/lib/engine/iteration/follow-insights';
import { trainingOrder } from '@/lib/engine/iteration/minibatch';
import { type Amount, makeBudgetKeeper } from '@/lib/engine/limits/budget';
import { makeDeadline } from '@/lib/engine/limits/deadline';
import { makeEvaluationReuse } from '@/lib/engine/measure/evaluation-reuse';
import { spreadMethod } from '@/lib/engine/rollouts/spread-rollouts';
import { isSearching } from '@/lib/methods/search';
import type { LostInFlight } from '@/lib/ports/journal';
import { seededRng } from '@/lib/random/seeded-rng';
import { makeFactSink } from './fact-sink';
import type { RunContext, RunLoopInput } from './run-context';

/** Makes a run's context from its manifest and its ports: streams, caps, lanes. Only `startedAt` is journaled. */
export async function openRun(input: RunLoopInput): Promise<RunContext> {
  const { manifest } = input;
  const rng = seededRng(`run-${manifest.runSeed}`);
  const train = input.examples.train;
  const budget = makeBudgetKeeper(manifest.budget);
  // Calls in flight when the last process died may have been paid: the caps assume the worst (rulings J3).
  const lost = input.journal.lostInFlight;
  if (lost) budget.charge(lostAmount(manifest, lost));
  const startedAtMs = await input.journal.decide({ iteration: -1, kind: 'startedAt', ordinal: 0 }, () =>
    input.clock.nowMs(),
  );
  const deadline = makeDeadline({ clock: input.clock, startedAtMs, wallMs: manifest.budget.wallMs });
  const lanes = makeLanes(manifest.lanes);
  const profiled = manifest.batch.kind === 'dynamic' ? manifest.batch : null;
  const schedule = profiled
    ? profileSchedule({
        profileSizes: profiled.profileSizes,
        trainExamples: train.length,
        maxBatch: profiled.maxBatch,
        rng: rng.fork('profile-schedule'),
      })
    : [];
  const dispatching = openDispatch(input, lanes);
  const { model, journal, method, spread } = input;
  const { signal } = input.control;
  const asker = makeAsker({
    manifest,
    model,
    journal,
    budget,
    lanes,
    dispatcher: dispatching?.dispatcher,
    deadline,
    reuse: makeEvaluationReuse({ manifest, cache: input.evaluationCache, journal }),
    signal,
  });
  const stated = makeFactSink(input.ledger, input.clock, input.worker, manifest.evaluationCache?.read);
  const insights = followInsights(manifest, stated);
  const parts = { manifest, method, journal, asker, budget, lanes, deadline, startedAtMs, signal };
  return {
    ...input,
    facts: insights?.facts ?? stated,
    insights,
    asker,
    search: isSearching(method) ? method.openSearch(manifest, seedCandidate(input)) : null,
    methodOf: spread ? spreadMethod({ ...parts, spread }) : () => method,
    order: trainingOrder(train, manifest.epochs, rng.fork('training-order')),
    rng,
    schedule,
    everyExamples: manifest.evaluation.everyExamples ?? everyTenth(train.length),
    startedAtMs,
    deadline,
    dispatching,
    lanes,
  };
}

/** Rollouts are sent again under their keys and so counted then; accelerator time is taken at its ceiling. */
function lostAmount({ models }: RunManifest, lost: LostInFlight): Amount {
  const dearest = Math.max(...Object.values(models).map((binding) => ceilingOf(binding, 0).gpuSeconds));
  return {
    tokens: lost.reservedTokens,
    usd: lost.reservedUsd,
    rollouts: 0,
    gpuSeconds: lost.calls * dearest,
  };
}

export function seedCandidate({ manifest, method }: RunLoopInput): Candidate {
  const text = manifest.seedCandidateText === '' ? method.emptyCandidateText : manifest.seedCandidateText;
  return { hash: contentHash(text), text };
}
