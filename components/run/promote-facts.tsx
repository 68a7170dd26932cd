import { useTruth } from '@/components/queries/use-truths';
import { DefinitionList } from '@/components/ui/definition-list';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { TruthView } from '@/lib/contracts/truths';
import { isEnded, type RunStatus } from '@/lib/domain/run';
import type { Measurement } from '@/lib/domain/score';
import { describeMeasurement } from '@/lib/view/numbers';
import { verdictBadges } from '@/lib/view/run-verdict';
import { useConfirmation } from './use-readiness';

interface PromoteFactsProps {
  readonly run: Pick<RunDetailView, 'id' | 'status' | 'scoreDoubt'>;
  readonly candidateHash: string;
  /** Null before it was measured. */
  readonly score: Measurement | null;
}

const verdictsOf = (status: RunStatus, truth: TruthView) =>
  verdictBadges(status, truth)
    .map(({ word }) => word)
    .join(', ');

/** Evidence for a prompt, at the moment in which a person decides to try it. */
export function PromoteFacts({ run, candidateHash, score }: PromoteFactsProps) {
  const { truth } = useTruth('run', run.id, !isEnded(run.status));
  const { data: confirmation } = useConfirmation(run.id);
  const isConfirmed =
    confirmation?.state === 'scored' && confirmation.opening?.candidateHash === candidateHash;
  const measured = score === null || score.n === 0 ? 'Not measured' : describeMeasurement(score).whole;
  return (
    <DefinitionList
      className="mb-4 sm:grid-cols-1"
      items={[
        { term: 'Verdict of the run', value: truth ? verdictsOf(run.status, truth) : '…' },
        { term: 'Held-out score', value: run.scoreDoubt?.word ?? measured },
        {
          term: 'Confirmation',
          value: confirmation ? (isConfirmed ? 'Scored' : 'None for this prompt') : '…',
        },
      ]}
    />
  );
}
