'use client';

import { Check, CircleAlert, X } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { VirtualList } from '@/components/ui/virtual-list';
import type { ListedRolloutView, RolloutView } from '@/lib/contracts/run-shapes';
import type { CauseCode } from '@/lib/domain/cause';
import { CAUSE_WORDS } from '@/lib/words/cause';
import { AgentBadges } from './agent-facts';

export function RolloutVerdict({ rollout }: { rollout: RolloutView }) {
  if (rollout.cause)
    return (
      <Badge tone="bad" icon={CircleAlert} title={rollout.cause.message}>
        {CAUSE_WORDS[rollout.cause.code as CauseCode] ?? rollout.cause.code}
      </Badge>
    );
  return rollout.correct ? (
    <Badge tone="good" icon={Check}>
      Right
    </Badge>
  ) : (
    <Badge tone="honey" icon={X}>
      Wrong · {(rollout.score ?? 0).toFixed(2)}
    </Badge>
  );
}

interface RolloutListProps {
  readonly items: readonly ListedRolloutView[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onOpen: (seq: number) => void;
}

const GRID =
  'grid w-full grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto] items-center gap-3 px-4 text-left md:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,3fr)_8rem]';

export function RolloutList(props: RolloutListProps) {
  return (
    <div className="text-[0.8125rem]">
      <div className={`${GRID} h-9 border-line border-y bg-sunken/60 text-ink-faint text-xs`} aria-hidden>
        <span>Question</span>
        <span className="hidden md:block">Expected</span>
        <span>Answer</span>
        <span>Score</span>
      </div>
      <VirtualList
        label="Rollouts"
        items={props.items}
        rowHeight={44}
        keyOf={(rollout) => rollout.seq}
        atAGlance={(rollout) => `${rollout.question ?? rollout.exampleId} · ${rollout.answer}`}
        hasMore={props.hasMore}
        isLoadingMore={props.isLoadingMore}
        onMore={props.onMore}
      >
        {(rollout) => (
          <button
            type="button"
            onClick={() => props.onOpen(rollout.seq)}
            aria-label={`Trace of rollout ${rollout.seq}: ${rollout.question ?? rollout.exampleId}`}
            className={`${GRID} h-full hover:bg-sunken focus-visible:outline-offset-[-2px]`}
          >
            <Text text={rollout.question} none="no longer in the data set" />
            <span className="hidden min-w-0 md:block">
              <Text text={rollout.expected} none="–" />
            </span>
            <span className="flex min-w-0 items-center gap-2">
              {rollout.agent ? <AgentBadges agent={rollout.agent} /> : null}
              <Text text={rollout.answer} none="no answer" />
            </span>
            <span className="min-w-0">
              <RolloutVerdict rollout={rollout} />
            </span>
          </button>
        )}
      </VirtualList>
    </div>
  );
}

/** One line of a text that may be long; the tooltip has more of it. */
function Text({ text, none }: { readonly text: string | null; readonly none: string }) {
  if (text === null || text === '') return <em className="block truncate text-ink-faint">{none}</em>;
  return (
    <span className="block min-w-0 truncate" title={text}>
      {text}
    </span>
  );
}
