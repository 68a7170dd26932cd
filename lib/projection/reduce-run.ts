import { isUnreadable } from '@/lib/domain/cause';
import type { FactData, LedgerEntry } from '@/lib/domain/ledger-entry';
import { spendWithHedges } from '@/lib/domain/spend';
import { pointOf } from './held-out-point';
import { foldScheduling } from './reduce-scheduling';
import {
  closeOf,
  combinedOf,
  type Draft,
  type DraftIteration,
  measuredOf,
  openDraft,
  openIteration,
} from './run-draft';
import type { HeldOutPoint, IterationState, RunPhase, RunState } from './run-state';

/**
 * Folds ledger entries into the state of the run page. One call copies each list at most once, so a batch of a
 * thousand entries costs one render. Entries come in the order of their numbers.
 */
export function reduceRun(state: RunState, entries: readonly LedgerEntry[]): RunState {
  const fresh = entries.filter((entry) => entry.seq > state.lastSeq);
  if (fresh.length === 0) return state;
  const draft = openDraft(state);
  for (const entry of fresh) {
    if (entry.seq <= draft.lastSeq) continue;
    draft.lastSeq = entry.seq;
    draft.lastAtMs = entry.measured.atMs;
    fold(draft, entry);
  }
  return draft;
}

/**
 * Iterations are few and touched often: the one that is touched is copied, without its lists, and the others stay
 * shared. It is looked for from the end, where the going ones are, so that a run of thousands folds in linear time.
 */
function touch(draft: Draft, iteration: number, change: (target: DraftIteration) => void): void {
  const index = draft.iterations.findLastIndex((known) => known.iteration === iteration);
  const known = draft.iterations[index];
  if (known === undefined) return;
  const copy: DraftIteration = { ...known };
  change(copy);
  draft.iterations[index] = copy;
}

const setPhase = (
  draft: Draft,
  kind: RunPhase['kind'],
  iteration: number | null,
  of: number | null = null,
) => {
  const same = draft.phase.kind === kind && draft.phase.iteration === iteration;
  draft.phase = { kind, iteration, of, done: same ? draft.phase.done + 1 : kind === 'map' ? 0 : 1 };
};

function fold(draft: Draft, entry: LedgerEntry): void {
  switch (entry.type) {
    case 'run.started':
      draft.started = entry.data;
      draft.startedAtMs = entry.measured.atMs;
      return;
    case 'batch.planned':
      draft.plans.push(entry.data);
      return;
    case 'iteration.started':
      draft.iterations.push(openIteration(entry.data));
      draft.phase = {
        kind: 'map',
        iteration: entry.data.iteration,
        done: 0,
        of: entry.data.exampleIds.length,
      };
      return;
    case 'rollout.finished':
      foldRollout(draft, entry.data);
      return;
    case 'heldOut.measured':
      draft.measurements.push({
        ...pointOf(entry.data, entry.measured.atMs),
        trials: draft.leftOut.trials + draft.trials.length,
        spent: spentSoFar(draft.spend),
      });
      return;
    case 'online.measured':
      draft.online.push(entry.data);
      return;
    case 'candidate.created':
      foldCandidate(draft, entry.data, entry.measured.atMs);
      return;
    case 'iteration.closed':
      draft.spend = spendWithHedges(entry.data.spend, entry.measured.hedged);
      draft.phase = { kind: 'planning', iteration: entry.data.iteration + 1, done: 0, of: null };
      touch(draft, entry.data.iteration, (target) => {
        target.size = sizeUsed(draft, target, entry.data);
        target.closed = closeOf(entry.data);
        target.measured = measuredOf(entry.measured);
      });
      return;
    case 'reflection.finished':
    case 'shuffle.finished':
    case 'group.aggregated':
    case 'scan.combined':
      foldScan(draft, entry);
      return;
    default:
      foldControl(draft, entry);
  }
}

/** A search says at its end how many examples of the order it used; one line of candidates maps what was planned. */
function sizeUsed(draft: Draft, { size }: IterationState, closed: FactData['iteration.closed']): number {
  const isSearch = draft.frontier !== null || draft.proposals.length > 0 || draft.trials.length > 0;
  if (!isSearch) return size;
  const before = draft.iterations.reduce((seen, one) => one.closed?.trainExamplesSeen ?? seen, 0);
  return Math.max(0, closed.trainExamplesSeen - before);
}

function foldRollout(draft: Draft, data: FactData['rollout.finished']): void {
  if (data.cause !== null) draft.failures += 1;
  if (data.split !== 'train') {
    draft.evaluationRollouts += 1;
    // A measurement beside the next iteration: that iteration is the phase.
    if (data.iteration < (draft.iterations.at(-1)?.iteration ?? -1)) return;
    setPhase(draft, 'evaluating', data.iteration, draft.started?.counts[data.split] ?? null);
    return;
  }
  draft.trainRollouts += 1;
  touch(draft, data.iteration, (target) => {
    target.rollouts += 1;
    if (data.correct) target.correct += 1;
    draft.phase = { kind: 'map', iteration: data.iteration, done: target.rollouts, of: target.size };
  });
}

type ScanEntry = Extract<
  LedgerEntry,
  { type: 'reflection.finished' | 'shuffle.finished' | 'group.aggregated' | 'scan.combined' }
>;

function foldScan(draft: Draft, entry: ScanEntry): void {
  if (entry.type === 'reflection.finished' && isUnreadable(entry.data.cause)) draft.failures += 1;
  touch(draft, entry.data.iteration, (target) => {
    const { iteration } = entry.data;
    // Facts that arrive late for a thinned iteration are found where its details are read.
    if (target.isThin) return;
    if (entry.type === 'reflection.finished') {
      const { ordinal, exampleId, insights, cause } = entry.data;
      target.reflections = [...target.reflections, { ordinal, exampleId, insights, cause }];
    } else if (entry.type === 'shuffle.finished') {
      target.shuffle = entry.data;
      draft.phase = { kind: 'shuffle', iteration, done: 0, of: entry.data.k };
    } else if (entry.type === 'group.aggregated') {
      const { group, inputs, edits, cause } = entry.data;
      target.groups = [...target.groups, { group, inputs, edits, cause }];
      setPhase(draft, 'scan', iteration, target.shuffle?.k ?? null);
    } else {
      target.combined = combinedOf(entry.data);
      draft.phase = { kind: 'apply', iteration, done: 0, of: null };
    }
  });
}

function foldCandidate(draft: Draft, data: FactData['candidate.created'], atMs: number): void {
  const { hash, iteration, text, bullets, tokens, applied, ignored } = data;
  const byHand = data.byHand === undefined ? {} : { byHand: { name: data.byHand, atMs } };
  // A lineage that starts anew from the same text is the same version.
  const isKnown = draft.candidates.some((candidate) => candidate.hash === hash);
  if (!isKnown) draft.candidates.push({ hash, iteration, text, bullets, tokens, ...byHand });
  touch(draft, iteration, (target) => {
    target.candidate = { hash, applied, ignored };
  });
}

function spentSoFar(spend: Draft['spend']): HeldOutPoint['spent'] {
  return spend && { tokens: spend.tokensIn + spend.tokensOut, usd: spend.costUsd };
}

function foldControl(draft: Draft, entry: LedgerEntry): void {
  if (entry.type === 'run.finished') {
    draft.finished = entry.data;
    draft.spend = spendWithHedges(entry.data.spend, entry.measured.hedged);
    draft.phase = { kind: 'ended', iteration: null, done: 0, of: null };
  } else if (entry.type === 'run.failed') {
    draft.failed = entry.data;
    draft.phase = { kind: 'ended', iteration: null, done: 0, of: null };
  } else if (entry.type === 'run.paused') {
    draft.paused = entry.data;
    draft.phase = { kind: 'paused', iteration: entry.data.iteration, done: 0, of: null };
  } else if (entry.type === 'run.resumed') {
    draft.failed = null;
    draft.paused = null;
    draft.phase = { kind: 'waiting', iteration: entry.data.iteration, done: 0, of: null };
  } else if (entry.type === 'run.takenOver') {
    draft.takeovers += 1;
  } else {
    foldScheduling(draft, entry);
  }
}
