import type { GepaEvent } from '@/lib/methods/gepa/events';

/** An event of a recorded run of the peer; further members by its kind. */
export interface PeerEvent {
  readonly e: string;
  readonly i?: number;
  readonly candidate?: number;
}

/** Ours in the peer's words; it counts iterations from 1. Undefined for kinds that the recording leaves out. */
export function peerEvent(event: GepaEvent): Readonly<Record<string, unknown>> | undefined {
  if (!('iteration' in event)) return undefined;
  const i = event.iteration + 1;
  switch (event.kind) {
    case 'selection.measured':
      return { e: 'valset', i, candidate: event.candidate, scores: Object.fromEntries(event.scores) };
    case 'candidate.selected':
      return { e: 'selected', i, candidate: event.candidate };
    case 'minibatch.sampled':
      return { e: 'minibatch', i, ids: event.examples };
    case 'budget.updated':
      return { e: 'budget', used: event.used };
    case 'candidate.accepted':
      return { e: 'accepted', i, new: event.candidate, score: event.sum, parents: event.parents };
    case 'candidate.rejected':
      return { e: 'rejected', i, old: event.sumBefore, new: event.sumAfter };
    case 'evaluation.skipped':
      return {
        e: 'evaluation_skipped',
        i,
        reason: event.reason === 'allPerfect' ? 'all_scores_perfect' : 'no_trajectories',
      };
    case 'merge.attempted':
      return { e: 'merge_attempted', i, parents: event.parents };
    case 'merge.accepted':
      return { e: 'merge_accepted', i, new: event.candidate };
    case 'merge.rejected':
      return { e: 'merge_rejected', i, parents: event.parents };
    default:
      return undefined;
  }
}
