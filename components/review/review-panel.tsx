'use client';

import { History, MessagesSquare } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { ReportReviewView } from '@/lib/contracts/reviews';
import { happenedWords, STATE_SENTENCES } from '@/lib/view/review-words';
import { ReviewActions } from './review-actions';
import { ReviewerList } from './reviewer-list';
import { SectionThreads } from './section-threads';
import { StateBadge } from './state-badge';
import { useReview } from './use-review';

/** The review of a report beside it: its state, its reviewers, comments on the whole, and its history. */
export function ReviewPanel({ reportId }: { reportId: string }) {
  const review = useReview(reportId);
  if (review.isPending)
    return (
      <Card title="Review">
        <SkeletonRows label="Loading the review" rows={3} />
      </Card>
    );
  if (review.isError)
    return (
      <Card title="Review">
        <ProblemNotice error={review.error} onRetry={() => review.refetch()} />
      </Card>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4 print:hidden">
      <StandingCard review={review.data} />
      <Card
        title={
          <span className="flex items-center gap-2">
            <MessagesSquare className="size-4 text-ink-faint" aria-hidden /> Comments on the whole
          </span>
        }
        description={openThreadsWords(review.data.openThreads)}
      >
        <SectionThreads reportId={reportId} section={null} on="the whole report" />
      </Card>
      <HistoryCard history={review.data.history} />
    </div>
  );
}

function openThreadsWords(count: number): string {
  if (count === 0) return 'No open thread, here or beside the sections.';
  return count === 1
    ? '1 open thread, here or beside the sections.'
    : `${count} open threads, here and beside the sections.`;
}

function StandingCard({ review }: { review: ReportReviewView }) {
  const { newest, version, state, hash } = review;
  return (
    <Card title="Review" actions={<StateBadge state={state} />} description={STATE_SENTENCES[state]}>
      <div className="flex flex-col gap-4">
        {newest.version > version ? (
          <Notice tone="honey" title={`This is version ${version} of ${newest.version}`}>
            Only the newest can be reviewed.{' '}
            <Link href={`/reports/${newest.reportId}`} className="text-honey-text underline">
              Open version {newest.version}
            </Link>
          </Notice>
        ) : null}
        <ReviewerList reviewers={review.reviewers} state={state} />
        <p className="text-ink-faint text-xs">
          Version {version}, content{' '}
          <code className="break-all font-mono" title={hash}>
            {hash.slice(0, 12)}
          </code>
        </p>
        <ReviewActions review={review} />
      </div>
    </Card>
  );
}

function HistoryCard({ history }: { history: ReportReviewView['history'] }) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <History className="size-4 text-ink-faint" aria-hidden /> History
        </span>
      }
    >
      {history.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">Nothing has happened to it yet.</p>
      ) : (
        <ol aria-label="History" className="flex max-h-80 flex-col gap-2.5 overflow-y-auto">
          {history.map((happened) => (
            <li key={happened.id} className="min-w-0 break-words text-[0.8125rem]">
              <span className="font-medium">{happened.actor}</span> {happenedWords(happened.action)}
              {happened.detail ? <span className="text-ink-soft">: {happened.detail}</span> : null}
              <span className="block text-ink-faint text-xs">
                <Time at={happened.at} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
