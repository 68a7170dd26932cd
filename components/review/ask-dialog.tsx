'use client';

import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { ReportReviewView } from '@/lib/contracts/reviews';
import { useReviewSteps } from './use-review';

interface AskDialogProps {
  readonly review: ReportReviewView;
  readonly onClose: () => void;
}

const NO_REVIEWER = {
  sentence: 'Check at least one reviewer.',
  link: { href: '/settings?tab=people', label: 'Add people' },
};

/** Who is to decide. While a review is under way people can only be added. */
export function AskDialog({ review, onClose }: AskDialogProps) {
  const { ask, name } = useReviewSteps(review.reportId);
  const isUnderWay = review.state === 'inReview';
  const step = isUnderWay ? name : ask;
  const named = review.reviewers.map(({ userId }) => userId);
  const [chosen, setChosen] = useState<readonly string[]>(named);
  const toggle = (userId: string, on: boolean) =>
    setChosen(on ? [...chosen, userId] : chosen.filter((each) => each !== userId));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isUnderWay ? 'Add reviewers' : 'Ask for a review'}
      description="It is accepted once everybody asked accepts. Authors of the report, its run or its experiment cannot review it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={step.isPending}
            blocked={chosen.length === 0 ? NO_REVIEWER : undefined}
            onClick={() => step.mutate([...chosen], { onSuccess: onClose })}
          >
            {isUnderWay ? 'Add' : 'Ask'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {step.error ? <ProblemNotice error={step.error} /> : null}
        {review.candidates.length === 0 ? (
          <Notice tone="honey" title="No person here could decide">
            It takes an owner or a reviewer who is no author. An owner can add people in Settings.
          </Notice>
        ) : null}
        <fieldset className="flex min-w-0 flex-col gap-1">
          <legend className="mb-1 font-medium text-[0.8125rem]">Reviewers</legend>
          {review.candidates.map(({ userId, name: personName, email, role }) => (
            <Checkbox
              key={userId}
              className="wrap-anywhere rounded-md px-2 py-1.5 hover:bg-hover"
              checked={chosen.includes(userId)}
              disabled={isUnderWay && named.includes(userId)}
              onCheckedChange={(isChosen) => toggle(userId, isChosen)}
              hint={`${email} · ${role}`}
            >
              {personName}
            </Checkbox>
          ))}
        </fieldset>
      </div>
    </Dialog>
  );
}
