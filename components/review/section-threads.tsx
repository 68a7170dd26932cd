'use client';

import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { may } from '@/lib/policy/roles';
import { CommentForm } from './comment-form';
import { CommentThread } from './comment-thread';
import { useCommentSteps, useComments } from './use-comments';

interface SectionThreadsProps {
  readonly reportId: string;
  /** Null: on the whole. */
  readonly section: number | null;
  /** Name of the commented part. */
  readonly on: string;
}

/** The threads on one section of a report, and a way to begin another; takes no room while there is nothing. */
export function SectionThreads({ reportId, section, on }: SectionThreadsProps) {
  const comments = useComments(reportId);
  const { write } = useCommentSteps(reportId);
  const mayDiscuss = may(useViewer().role, 'discuss');
  const [writing, setWriting] = useState(false);
  if (comments.isPending)
    return section === null ? <SkeletonRows label="Loading the comments" rows={2} /> : null;
  if (comments.isError)
    return section === null ? (
      <ProblemNotice error={comments.error} onRetry={() => comments.refetch()} />
    ) : null;
  const answers = comments.data.filter(({ parentId }) => parentId !== null);
  const threads = comments.data.filter((each) => each.parentId === null && each.section === section);
  if (threads.length === 0 && !mayDiscuss) return null;
  return (
    <section aria-label={`Comments on ${on}`} className="flex min-w-0 flex-col gap-2 print:hidden">
      {threads.length > 0 ? (
        <ul className="flex min-w-0 flex-col gap-2">
          {threads.map((first) => (
            <CommentThread
              key={first.id}
              first={first}
              answers={answers.filter(({ parentId }) => parentId === first.id)}
              mayDiscuss={mayDiscuss}
            />
          ))}
        </ul>
      ) : null}
      {writing ? (
        <CommentForm
          label={`Comment on ${on}`}
          action="Comment"
          autoFocus
          busy={write.isPending}
          error={write.error}
          onSend={(body) =>
            write.mutate({ body, section, parentId: null }, { onSuccess: () => setWriting(false) })
          }
          onCancel={() => setWriting(false)}
        />
      ) : mayDiscuss ? (
        <div>
          <Button variant="ghost" size="sm" aria-label={`Comment on ${on}`} onClick={() => setWriting(true)}>
            <MessageSquarePlus aria-hidden /> Comment
          </Button>
        </div>
      ) : null}
    </section>
  );
}
