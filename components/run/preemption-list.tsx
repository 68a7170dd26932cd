import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Time } from '@/components/ui/time';
import type { PriorityCandidateView } from '@/lib/contracts/dispatch';
import type { FactData } from '@/lib/domain/ledger-entry';
import { plural, shortHash } from '@/lib/view/numbers';

interface PreemptionListProps {
  readonly candidates: readonly PriorityCandidateView[];
  readonly preemptions: readonly FactData['iteration.preempted'][];
}

/** Candidates that a person has put first, and what each did to the iteration in work. */
export function PreemptionList({ candidates, preemptions }: PreemptionListProps) {
  if (candidates.length === 0 && preemptions.length === 0) return null;
  return (
    <Card title="Which candidates went first?" description="Newest first">
      <ul className="divide-y divide-line text-[0.8125rem]">
        {candidates.map((candidate) => (
          <li key={candidate.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Badge tone={candidate.takenAt === null ? 'honey' : 'neutral'}>
              {candidate.takenAt === null ? 'waits' : 'taken up'}
            </Badge>
            <span className="font-mono text-xs">{shortHash(candidate.hash)}</span>
            <span className="text-ink-soft">
              by {candidate.createdBy}, <Time at={candidate.takenAt ?? candidate.createdAt} />
            </span>
            <span className="text-ink-faint">{whatItDid(candidate, preemptions)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function whatItDid(
  { hash }: PriorityCandidateView,
  preemptions: readonly FactData['iteration.preempted'][],
): string {
  const done = preemptions.findLast((one) => one.candidateHash === hash);
  if (done === undefined) return '';
  return `iteration ${done.iteration + 1}, ${done.mode}: ${plural(done.members.length, 'result')} kept, ${done.dropped.length} dropped`;
}
