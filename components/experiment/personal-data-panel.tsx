'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '@/components/api/client';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { checkPrivacy } from '@/lib/contracts/privacy';
import { replaceSpans } from '@/lib/domain/privacy';
import { KIND_WORDS, REASON_LENGTH_MIN } from '@/lib/policy/personal-data';

interface PersonalDataPanelProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** Personal data that prevents saving a prompt, place by place: struck out as chosen, or kept with a reason. */
export function PersonalDataPanel({ text, onText, reason, onReason }: PersonalDataPanelProps) {
  /** By value: it stays chosen when the text around it changes. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const check = useQuery({
    queryKey: ['privacy', text],
    gcTime: 0,
    queryFn: ({ signal }) => callApi(checkPrivacy, { body: { text }, signal }),
  });
  if (check.isPending) return <Skeleton className="mt-4 h-24" />;
  if (check.isError)
    return <ProblemNotice className="mt-4" error={check.error} onRetry={() => check.refetch()} />;
  const { spans } = check.data;
  if (spans.length === 0)
    return (
      <Notice className="mt-4" tone="good" title="No personal or secret data is left in the prompt.">
        Create the experiment now.
      </Notice>
    );
  const chosen = spans.filter(({ start, end }) => !kept.has(text.slice(start, end)));
  const toggle = (value: string) =>
    setKept((now) => {
      const next = new Set(now);
      if (!next.delete(value)) next.add(value);
      return next;
    });
  return (
    <Card
      className="mt-4"
      title="Personal or secret data in the prompt"
      description="Strike out what is ticked. What stays needs a reason."
    >
      <ul className="flex max-h-72 flex-col gap-2 overflow-y-auto text-[0.8125rem]">
        {spans.map(({ kind, start, end, placeholder }) => (
          <li key={start}>
            <Checkbox
              className="break-words"
              checked={!kept.has(text.slice(start, end))}
              onCheckedChange={() => toggle(text.slice(start, end))}
            >
              {KIND_WORDS[kind]}: <span className="font-mono">{text.slice(start, end)}</span> becomes{' '}
              <span className="font-mono">{placeholder}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button
        type="button"
        className="mt-3"
        disabled={chosen.length === 0}
        onClick={() => onText(replaceSpans(text, chosen))}
      >
        Strike out what is ticked
      </Button>
      <Field
        id="exp-personalDataReason"
        label="Why the rest is kept"
        hint={`${REASON_LENGTH_MIN} characters or more; it stays in the audit log.`}
        optional
        className="mt-4"
      >
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={1000}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
      </Field>
    </Card>
  );
}
