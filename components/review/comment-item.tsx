'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Time } from '@/components/ui/time';
import type { CommentView } from '@/lib/contracts/report-comments';
import { CommentBody } from './comment-body';
import { CommentForm } from './comment-form';
import { useCommentSteps } from './use-comments';

/** One comment, and what its author may do with it. */
export function CommentItem({ comment, mayDiscuss }: { comment: CommentView; mayDiscuss: boolean }) {
  const { edit, remove } = useCommentSteps(comment.reportId);
  const [editing, setEditing] = useState(false);
  const [asksDelete, setAsksDelete] = useState(false);
  if (comment.deletedAt)
    return (
      <p id={comment.id} className="scroll-mt-16 text-[0.8125rem] text-ink-faint italic">
        {comment.author} deleted this comment.
      </p>
    );
  return (
    <article id={comment.id} aria-label={`Comment by ${comment.author}`} className="min-w-0 scroll-mt-16">
      <header className="mb-1 flex flex-wrap items-center gap-x-2 text-xs">
        <span className="min-w-0 truncate font-medium text-ink">{comment.author}</span>
        <span className="text-ink-faint">
          <Time at={comment.createdAt} />
          {comment.editedAt ? ', changed' : ''}
        </span>
        {comment.isMine && mayDiscuss && !editing ? (
          <span className="ml-auto flex">
            <Button
              variant="ghost"
              size="iconSm"
              aria-label="Change comment"
              onClick={() => setEditing(true)}
            >
              <Pencil aria-hidden />
            </Button>
            <Button
              variant="ghost"
              size="iconSm"
              aria-label="Delete comment"
              onClick={() => setAsksDelete(true)}
            >
              <Trash2 aria-hidden />
            </Button>
          </span>
        ) : null}
      </header>
      {editing ? (
        <CommentForm
          label="Change your comment"
          action="Save"
          initial={comment.body}
          autoFocus
          busy={edit.isPending}
          error={edit.error}
          onSend={(body) => edit.mutate({ id: comment.id, body }, { onSuccess: () => setEditing(false) })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <CommentBody body={comment.body} mentions={comment.mentions} />
      )}
      <ConfirmDialog
        open={asksDelete}
        onOpenChange={setAsksDelete}
        title="Delete your comment?"
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(comment.id, { onSettled: () => setAsksDelete(false) })}
      >
        Its words are deleted permanently; its place and the answers to it stay.
      </ConfirmDialog>
    </article>
  );
}
