/**
 * A run of kind `evaluation`: it trains nothing and measures named candidates, in their order, on one split. Journal,
 * resume, replay and hash are those of every run; the "iteration" of its keys is the candidate's place. What split may
 * be asked for is decided before: the confirmation slice only ever comes through its one opening (rulings E3).
 */
import type { Candidate } from '@/lib/domain/candidate';
import { contentHash } from '@/lib/domain/content-hash';
import type { Example } from '@/lib/domain/example';
import { promptNotSeen } from '@/lib/engine/limits/prompt-not-seen';
import type { StopDecision } from '@/lib/engine/limits/stopping';
import type { RunContext } from '@/lib/engine/run-context';
import { RunInterrupted } from '@/lib/engine/run-interrupted';
import type { RunState } from '@/lib/engine/run-state';
import { keepIfBest } from './best-candidate';
import { measureHeldOut } from './held-out';

export async function measureCandidates(context: RunContext, state: RunState): Promise<StopDecision> {
  const named = context.manifest.evaluateOnly ?? [];
  const stated = new Set([state.candidate.hash]);
  for (const [place, { text }] of named.entries()) {
    if (place > 0 && (await isStopped(context, place))) {
      const numbers = { measured: place, candidates: named.length };
      return { stop: true, reason: 'stoppedByPerson', numbers };
    }
    const candidate = { hash: contentHash(text), text };
    if (!stated.has(candidate.hash)) emitCandidate(context, candidate, place);
    stated.add(candidate.hash);
    await measureOne(context, state, candidate, place);
    const unseen = await promptNotSeen(context, place);
    if (unseen.stop) return unseen;
  }
  const { split } = context.manifest.evaluation;
  const numbers = { candidates: named.length, examples: examplesOf(context).length, split };
  return { stop: true, reason: 'measured', numbers };
}

/** Pause is asked of now, stop is part of the result and so journaled. */
async function isStopped({ journal, control }: RunContext, place: number): Promise<boolean> {
  if ((await control.requested()) === 'pause') throw new RunInterrupted();
  const key = { iteration: place, kind: 'stop', ordinal: 0 };
  return journal.decide(key, async () => (await control.requested()) === 'stop');
}

async function measureOne(
  context: RunContext,
  state: RunState,
  candidate: Candidate,
  iteration: number,
): Promise<void> {
  const startedMs = context.clock.monotonicMs();
  const { measured, costUsd } = await measureHeldOut({
    iteration,
    trainExamplesSeen: 0,
    manifest: context.manifest,
    method: context.methodOf(iteration),
    candidate,
    examples: examplesOf(context),
    ask: context.asker.forIteration(iteration),
    facts: context.facts,
  });
  const counts = measured.incomplete === undefined;
  const found = { candidate, score: measured.score, measured, costUsd };
  const best = counts && keepIfBest(state, found, context.manifest);
  if (counts) state.seedScore ??= measured.score;
  const evaluationMs = context.clock.monotonicMs() - startedMs;
  context.facts.emit('heldOut.measured', `${iteration}`, { ...measured, best }, { evaluationMs });
  await context.facts.flush();
}

export function examplesOf({ manifest, examples }: RunContext): readonly Example[] {
  const all = examples[manifest.evaluation.split];
  const chosen = manifest.evaluateExampleIds && new Set(manifest.evaluateExampleIds);
  return chosen ? all.filter(({ id }) => chosen.has(id)) : all;
}

function emitCandidate(context: RunContext, candidate: Candidate, iteration: number): void {
  context.facts.emit('candidate.created', `${iteration}`, {
    iteration,
    hash: candidate.hash,
    parentHash: null,
    text: candidate.text,
    ...context.method.describe(candidate),
    applied: 0,
    ignored: 0,
  });
}
