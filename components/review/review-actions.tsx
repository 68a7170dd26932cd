'use client';

import { Gavel, Link2, Send, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import type { ReportReviewView } from '@/lib/contracts/reviews';
import { AskDialog } from './ask-dialog';
import { DecideDialog } from './decide-dialog';
import { ReopenDialog } from './reopen-dialog';
import { ShareDialog } from './share-dialog';

type Open = 'ask' | 'decide' | 'reopen' | 'share' | null;

/** Next actions of the reader. A button that would be refused is there only where its sentence helps. */
export function ReviewActions({ review }: { review: ReportReviewView }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { state, whyNot } = review;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {state === 'draft' ? (
          <Button variant="primary" blocked={blockedBy(whyNot.ask)} onClick={() => setOpen('ask')}>
            <Send aria-hidden /> Ask for a review
          </Button>
        ) : null}
        {state === 'inReview' ? (
          <Button variant="primary" blocked={blockedBy(whyNot.decide)} onClick={() => setOpen('decide')}>
            <Gavel aria-hidden /> Decide
          </Button>
        ) : null}
        {state === 'inReview' && whyNot.name === null ? (
          <Button onClick={() => setOpen('ask')}>
            <UserPlus aria-hidden /> Add reviewers
          </Button>
        ) : null}
        {whyNot.reopen === null ? (
          <Button onClick={() => setOpen('reopen')}>
            <Undo2 aria-hidden /> Back to draft
          </Button>
        ) : null}
        {whyNot.discuss === null ? (
          <Button onClick={() => setOpen('share')}>
            <Link2 aria-hidden /> Share
          </Button>
        ) : null}
      </div>
      <WhyNot review={review} />
      {open === 'ask' ? <AskDialog review={review} onClose={close} /> : null}
      {open === 'decide' ? <DecideDialog review={review} onClose={close} /> : null}
      {open === 'reopen' ? <ReopenDialog reportId={review.reportId} onClose={close} /> : null}
      {open === 'share' ? <ShareDialog reportId={review.reportId} onClose={close} /> : null}
    </div>
  );
}

/** The sentence that the dead button would be answered with. */
function WhyNot({ review: { state, whyNot } }: { review: ReportReviewView }) {
  const sentence = state === 'draft' ? whyNot.ask : state === 'inReview' ? whyNot.decide : null;
  return sentence === null ? null : <p className="text-ink-faint text-xs">{sentence}</p>;
}
