'use client';

import { MessagesSquare, Trash2 } from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useCanaryCommentSteps, useCanaryComments } from '@/components/queries/use-approval';
import { CommentBody } from '@/components/review/comment-body';
import { CommentForm } from '@/components/review/comment-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { CanaryCommentView } from '@/lib/contracts/approvals';

interface CanaryCommentsProps {
  readonly canaryId: string;
  /** Null where the reader may comment; otherwise why not. */
  readonly whyNot: string | null;
}

export function CanaryComments({ canaryId, whyNot }: CanaryCommentsProps) {
  const comments = useCanaryComments(canaryId);
  const { write, remove } = useCanaryCommentSteps(canaryId);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <MessagesSquare className="size-4 text-ink-faint" aria-hidden /> Comments
        </span>
      }
      description="@name and @e-mail tell people of the workspace."
    >
      <div className="flex flex-col gap-4">
        {comments.isPending ? <SkeletonRows label="Loading comments" rows={2} /> : null}
        {comments.isError ? (
          <ProblemNotice error={comments.error} onRetry={() => comments.refetch()} />
        ) : null}
        {comments.data?.length === 0 ? (
          <p className="text-[0.8125rem] text-ink-faint">No comments yet.</p>
        ) : null}
        {comments.data?.map((comment) => (
          <Comment key={comment.id} comment={comment} onRemove={() => remove.mutate(comment.id)} />
        ))}
        {whyNot === null ? (
          <CommentForm
            label="Write a comment"
            action="Comment"
            busy={write.isPending}
            error={write.error}
            onSend={(body, done) => write.mutate(body, { onSuccess: done })}
          />
        ) : (
          <p className="text-ink-faint text-xs">{whyNot}</p>
        )}
      </div>
    </Card>
  );
}

function Comment({ comment, onRemove }: { comment: CanaryCommentView; onRemove: () => void }) {
  const { id, author, body, isMine, mentions, createdAt, deletedAt } = comment;
  if (deletedAt)
    return (
      <p id={id} className="text-[0.8125rem] text-ink-faint italic">
        {author} deleted this comment.
      </p>
    );
  return (
    <article id={id} aria-label={`Comment by ${author}`} className="min-w-0 scroll-mt-16">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 text-xs">
        <span className="min-w-0 truncate font-medium text-ink">{author}</span>
        <span className="text-ink-faint">
          <Time at={createdAt} />
        </span>
        {isMine ? (
          <Button
            className="ml-auto"
            variant="ghost"
            size="iconSm"
            aria-label="Delete comment"
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
          </Button>
        ) : null}
      </header>
      <CommentBody body={body} mentions={mentions} />
    </article>
  );
}
