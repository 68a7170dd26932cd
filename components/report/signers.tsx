'use client';

import { ReviewerList } from '@/components/review/reviewer-list';
import { useReview } from '@/components/review/use-review';
import { Skeleton } from '@/components/ui/skeleton';

/** Reviewers who sign a report, with their decisions, and the way to name them. */
export function Signers({
  reportId,
  reviewHref,
}: {
  readonly reportId: string;
  readonly reviewHref: string;
}) {
  const review = useReview(reportId);
  if (review.isPending) return <Skeleton className="h-5 w-32" />;
  if (review.data === undefined) return <span className="text-ink-faint">not known</span>;
  const { reviewers, state } = review.data;
  return reviewers.length === 0 ? (
    <a href={reviewHref} className="text-honey-text underline underline-offset-2">
      Name a reviewer
    </a>
  ) : (
    <ReviewerList reviewers={reviewers} state={state} label="Signers" />
  );
}
