'use client';

import { Check, CircleCheck, Reply, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { CommentView } from '@/lib/contracts/report-comments';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import { useCommentSteps } from './use-comments';

interface CommentThreadProps {
  readonly first: CommentView;
  readonly answers: readonly CommentView[];
  readonly mayDiscuss: boolean;
}

/** A comment with its answers; a resolved one is folded until it is opened. */
export function CommentThread({ first, answers, mayDiscuss }: CommentThreadProps) {
  const { write, resolve } = useCommentSteps(first.reportId);
  const [answering, setAnswering] = useState(false);
  const resolved = first.resolvedAt !== null;
  const body = (
    <div className="flex min-w-0 flex-col gap-3">
      <CommentItem comment={first} mayDiscuss={mayDiscuss} />
      {answers.length > 0 ? (
        <div className="flex min-w-0 flex-col gap-3 border-line border-l-2 pl-3">
          {answers.map((answer) => (
            <CommentItem key={answer.id} comment={answer} mayDiscuss={mayDiscuss} />
          ))}
        </div>
      ) : null}
      {answering ? (
        <CommentForm
          label={`Answer ${first.author}`}
          action="Answer"
          autoFocus
          busy={write.isPending}
          error={write.error}
          onSend={(text) =>
            write.mutate(
              { body: text, section: first.section, parentId: first.id },
              { onSuccess: () => setAnswering(false) },
            )
          }
          onCancel={() => setAnswering(false)}
        />
      ) : mayDiscuss ? (
        <div className="flex gap-1">
          <Button variant="ghost" size="sm" onClick={() => setAnswering(true)}>
            <Reply aria-hidden /> Answer
          </Button>
          <Button
            variant="ghost"
            size="sm"
            busy={resolve.isPending}
            onClick={() => resolve.mutate({ id: first.id, resolved: !resolved })}
          >
            {resolved ? <RotateCcw aria-hidden /> : <Check aria-hidden />}
            {resolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      ) : null}
    </div>
  );
  if (!resolved) return <li className="min-w-0 rounded-lg border border-line p-3">{body}</li>;
  return (
    <li className="min-w-0 rounded-lg border border-line bg-sunken/50 p-3">
      <details>
        <summary className="cursor-pointer text-ink-faint text-xs">
          <Badge tone="good" icon={CircleCheck}>
            Resolved
          </Badge>{' '}
          by {first.resolvedBy}: a thread of {first.author}
        </summary>
        <div className="mt-3">{body}</div>
      </details>
    </li>
  );
}
