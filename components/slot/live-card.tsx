import type { ReactNode } from 'react';
import { CanaryBadge } from '@/components/fact/canary-badge';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Time } from '@/components/ui/time';
import type { CanaryView } from '@/lib/contracts/canary-shapes';
import type { SlotView } from '@/lib/contracts/slots';
import { percentWords } from '@/lib/view/canary/plan-lines';
import { plural, shortHash } from '@/lib/view/numbers';

interface LiveCardProps {
  readonly slot: SlotView;
  /** Canaries of the slot, newest first. */
  readonly canaries: readonly CanaryView[];
}

/** The answer that a caller gets now, the one that a revert brings back, and the one on trial. */
export function LiveCard({ slot, canaries }: LiveCardProps) {
  const { live, previous, split, isReverted } = slot;
  return (
    <Card title="Live prompt" description="The one pointer of the slot; the next call is answered by it.">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        <Place term="Live now">
          {live === null ? (
            <span className="text-ink-faint">nothing: callers use the default in their code</span>
          ) : (
            <Version prompt={live} />
          )}
          {isReverted ? (
            <Badge tone="bad" title="The last change was a revert, and nothing was promoted since.">
              after a revert
            </Badge>
          ) : null}
        </Place>
        <Place term="A revert brings back">
          {slot.isRevertible && split !== null && live !== null ? (
            <Version prompt={live} />
          ) : slot.isRevertible && previous !== null ? (
            <Version prompt={previous} />
          ) : (
            <span className="text-ink-faint">there is nothing to take back</span>
          )}
        </Place>
        <Place term="Live step">
          {split === null ? (
            <span className="text-ink-faint">none is on</span>
          ) : (
            <>
              <Version prompt={split.challenger} />
              <span className="text-ink-faint text-xs">
                {percentWords(split.share)} of the callers,{' '}
                <Link href={`/canaries/${split.canaryId}`} className="underline underline-offset-2">
                  its canary
                </Link>
              </span>
            </>
          )}
        </Place>
      </dl>
      <h3 className="mt-5 mb-2 font-medium text-[0.8125rem]">Canaries of this slot</h3>
      {canaries.length === 0 ? (
        <p className="text-[0.8125rem] text-ink-faint">
          None yet. Open a run and choose “Promote”, or draft one for a version below.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {canaries.map((canary) => (
            <li
              key={canary.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-[0.8125rem]"
            >
              <Link
                href={`/canaries/${canary.id}`}
                className="min-w-0 flex-1 basis-40 font-medium hover:underline"
              >
                Version {canary.challenger.version}
                <span className="ml-2 font-normal text-ink-faint text-xs">
                  drafted <Time at={canary.createdAt} />
                  {canary.pairs > 0 ? `, ${plural(canary.pairs, 'pair')}` : ''}
                </span>
              </Link>
              <CanaryBadge state={canary.state} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Place({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <dt className="text-ink-faint text-xs">{term}</dt>
      <dd className="flex min-w-0 flex-col items-start gap-1 text-[0.8125rem]">{children}</dd>
    </div>
  );
}

function Version({ prompt }: { prompt: NonNullable<SlotView['live']> }) {
  return (
    <span className="font-medium">
      Version {prompt.version}{' '}
      <code className="font-mono font-normal text-ink-faint text-xs" title={prompt.sha256}>
        {shortHash(prompt.sha256)}
      </code>
    </span>
  );
}
