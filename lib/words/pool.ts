import type { SteeringAction } from '@/lib/domain/insight-steering';
import type { FactData } from '@/lib/domain/ledger-entry';
import { scoreWords } from './numbers';
import { storedOr } from './stored-sentence';

/** Diversity of a run's edits, the lineages of its pool, and its lanes. Iterations are counted from 1 for people. */
export const collapsedSentence = (fact: FactData['diversity.collapsed']): string =>
  storedOr(
    fact,
    'explanation',
    ({ iteration, share }) =>
      `You are batching, not learning (iteration ${iteration + 1}): ${Math.round(share * 100)} % of the group updates nearly repeat ` +
      'another one or what the candidate says already.',
  );

export const reseededSentence = (fact: FactData['pool.reseeded']): string =>
  storedOr(
    fact,
    'explanation',
    ({ collapsedInARow }) =>
      `${collapsedInARow} iterations in a row have collapsed, so a lineage starts from an empty prompt. ` +
      'Both are measured on the selection split at the next measurement, and the better goes on.',
  );

export const settledSentence = (fact: FactData['pool.settled']): string =>
  storedOr(fact, 'explanation', ({ parked, fresh }) => {
    if (parked === null || fresh === null)
      return 'A cap cut the comparison short, so the lineage that was there goes on.';
    return fresh.mean > parked.mean
      ? `The fresh lineage goes on: ${scoreWords(fresh)} on the selection split against ${scoreWords(parked)}.`
      : `The lineage that was there goes on: ${scoreWords(parked)} on the selection split against ${scoreWords(fresh)} of the fresh one.`;
  });

export const lanesSentence = (fact: FactData['lanes.changed']): string =>
  storedOr(fact, 'explanation', ({ by, from, to }) =>
    by === 'person'
      ? `A person set the lanes to ${to}.`
      : `Raised from ${from} to ${to}: batches fill, diversity holds and the selection score did not fall.`,
  );

const STEERED: Readonly<Record<SteeringAction, string>> = {
  pin: 'pinned',
  unpin: 'unpinned',
  edit: 'edited',
  ban: 'banned',
  restore: 'restored',
};

/** "ada banned misc-00003; bo pinned calc-00001" */
export const steeredSentence = ({ commands }: FactData['insights.steered']): string =>
  commands.map(({ by, action, bulletId }) => `${by} ${STEERED[action]} ${bulletId}`).join('; ');
