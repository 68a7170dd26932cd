'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Textarea } from '@/components/ui/input';

interface CommentFormProps {
  readonly label: string;
  readonly action: string;
  readonly initial?: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly autoFocus?: boolean;
  /** The text is kept until the server has accepted it. */
  readonly onSend: (body: string, done: () => void) => void;
  readonly onCancel?: () => void;
}

export function CommentForm(props: CommentFormProps) {
  const id = useId();
  const [body, setBody] = useState(props.initial ?? '');
  const isEmpty = body.trim() === '';
  const send = () => {
    if (!isEmpty && !props.busy) props.onSend(body, () => setBody(''));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
    if (event.key === 'Escape' && props.onCancel) {
      event.stopPropagation();
      props.onCancel();
    }
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {props.error ? <ProblemNotice error={props.error} /> : null}
      <label htmlFor={id} className="sr-only">
        {props.label}
      </label>
      <Textarea
        id={id}
        value={body}
        autoFocus={props.autoFocus ?? false}
        placeholder={props.label}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setBody(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p id={`${id}-hint`} className="mr-auto text-ink-faint text-xs">
          Markdown; @name tells a person; Ctrl Enter sends.
        </p>
        {props.onCancel ? (
          <Button size="sm" onClick={props.onCancel}>
            Cancel
          </Button>
        ) : null}
        <Button size="sm" variant="primary" disabled={isEmpty} busy={props.busy} onClick={send}>
          {props.action}
        </Button>
      </div>
    </div>
  );
}
