import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { ReviewerView } from '@/lib/contracts/reviews';
import type { ReviewState } from '@/lib/domain/review';

/** Who has to decide, and what the others said. */
export function ReviewerList({
  reviewers,
  state,
  label = 'Reviewers',
}: {
  readonly reviewers: readonly ReviewerView[];
  readonly state: ReviewState;
  /** Name of the list, where a page has two. */
  readonly label?: string;
}) {
  if (reviewers.length === 0) return <p className="text-[0.8125rem] text-ink-faint">No reviewer is named.</p>;
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {reviewers.map((reviewer) => (
        <li key={reviewer.userId} className="min-w-0 text-[0.8125rem]">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 truncate font-medium" title={reviewer.email}>
              {reviewer.name}
            </span>
            <DecisionBadge reviewer={reviewer} state={state} />
          </div>
          {reviewer.note ? (
            <p className="mt-1 whitespace-pre-line break-words text-ink-soft">“{reviewer.note}”</p>
          ) : null}
          {reviewer.decidedAt ? (
            <p className="text-ink-faint text-xs">
              <Time at={reviewer.decidedAt} /> on{' '}
              <code className="font-mono" title={reviewer.hash ?? undefined}>
                {reviewer.hash?.slice(0, 12)}
              </code>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function DecisionBadge({ reviewer, state }: { reviewer: ReviewerView; state: ReviewState }) {
  if (reviewer.decision === 'accepted')
    return (
      <Badge tone="good" icon={CircleCheck}>
        Accepted
      </Badge>
    );
  if (reviewer.decision === 'rejected')
    return (
      <Badge tone="bad" icon={CircleX}>
        Rejected
      </Badge>
    );
  return state === 'inReview' ? (
    <Badge tone="honey" icon={Clock}>
      Has to decide
    </Badge>
  ) : (
    <Badge>{state === 'draft' ? 'Not asked yet' : 'Did not decide'}</Badge>
  );
}
