'use client';

import { useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { itemsOf } from '@/components/api/use-pages';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { FlagChangeView } from '@/lib/contracts/slot-history';
import { CHANGE_WORDS, liveSentence } from '@/lib/view/slot-words';
import { useSlotHistory, useWhatWasLive } from './use-slot-prompts';

/** Every change of what the slot answers, and what it answered at any moment. */
export function HistoryCard({ slotId }: { slotId: string }) {
  const history = useSlotHistory(slotId);
  const changes = itemsOf(history);
  return (
    <Card title="History of the live prompt" description="Nothing of it is ever changed or removed.">
      <LiveAt slotId={slotId} />
      {history.isPending ? <SkeletonRows label="Loading the history" rows={3} /> : null}
      {history.isError ? <ProblemNotice error={history.error} onRetry={() => history.refetch()} /> : null}
      {history.isSuccess && changes.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">
          Nothing was ever live here: callers use the default in their code.
        </p>
      ) : null}
      <ol aria-label="Changes of the flag" className="flex flex-col gap-2.5">
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      <ShowMore
        hasMore={history.hasNextPage}
        isLoading={history.isFetchingNextPage}
        onMore={() => history.fetchNextPage()}
      />
    </Card>
  );
}

function Change({ change }: { change: FlagChangeView }) {
  return (
    <li className="min-w-0 break-words text-[0.8125rem]">
      <span className="font-medium">{CHANGE_WORDS[change.kind]}</span>: {liveSentence(change)}
      {change.canaryId ? (
        <>
          {' '}
          <Link
            href={`/canaries/${change.canaryId}`}
            className="text-honey-text underline underline-offset-2"
          >
            Its canary
          </Link>
        </>
      ) : null}
      <span className="block text-ink-faint text-xs">
        <Time at={change.at} withSeconds /> by {change.actor}
        {change.reason ? `: ${change.reason}` : ''}
      </span>
    </li>
  );
}

/** One moment, in the reader's own time. */
function LiveAt({ slotId }: { slotId: string }) {
  const [text, setText] = useState('');
  const moment = Date.parse(text);
  const at = Number.isNaN(moment) ? null : new Date(moment).toISOString();
  const live = useWhatWasLive(slotId, at);
  return (
    <div className="mb-4 flex flex-col gap-2 rounded-md border border-line bg-sunken/60 px-3 py-3">
      <Field id="live-at" label="What was live at" hint="A day and a time, as your own clock says it">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step="1"
            className="max-w-64"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite" className="text-[0.8125rem]">
        {live.error ? <ProblemNotice error={live.error} /> : null}
        {live.data ? (
          live.data.change === null ? (
            'Nothing had been set yet: callers used the default in their code.'
          ) : (
            <>
              Live was {liveSentence(live.data.change)} Since <Time at={live.data.change.at} withSeconds />.
            </>
          )
        ) : null}
      </div>
    </div>
  );
}
