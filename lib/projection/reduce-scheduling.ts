import type { LedgerEntry } from '@/lib/domain/ledger-entry';
import type { Draft } from './run-draft';

/** Folds what is said about how a run worked: its requests, its diversity, its lineages, its search and its judge. */
export function foldScheduling(draft: Draft, entry: LedgerEntry): void {
  switch (entry.type) {
    case 'requests.dispatched':
      draft.dispatched += 1;
      return;
    // Answers of a diagnosis that measures on are counted by the measurement, not one by one.
    case 'diagnosis.measured':
      draft.evaluationRollouts += entry.data.exampleIds.length;
      draft.failures += entry.data.failures;
      return;
    case 'iteration.preempted':
      draft.preemptions.push(entry.data);
      return;
    case 'diversity.measured':
      draft.diversity.push(entry.data);
      return;
    case 'diversity.collapsed':
      draft.collapses.push(entry.data);
      return;
    case 'pool.reseeded':
    case 'pool.settled':
      draft.lineages.push(entry.data);
      return;
    case 'evaluator.calibrated':
      draft.calibrations.push(entry.data);
      return;
    case 'evaluator.reverted':
      draft.reverted = entry.data;
      return;
    case 'candidate.proposed':
      draft.proposals.push(entry.data);
      return;
    case 'frontier.updated':
      draft.frontier = entry.data;
      return;
    case 'trial.finished':
      draft.trials.push(entry.data);
      return;
    default:
      return;
  }
}
