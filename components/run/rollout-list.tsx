'use client';

import { Check, CircleAlert, X } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { VirtualList } from '@/components/ui/virtual-list';
import type { RolloutView } from '@/lib/contracts/run-shapes';
import type { CauseCode } from '@/lib/domain/cause';
import type { SplitName } from '@/lib/domain/split';
import { splitWord } from '@/lib/view/number-origin';
import { formatCompact, formatDuration, formatUsd } from '@/lib/view/numbers';
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
  readonly items: readonly RolloutView[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
  readonly onOpen: (seq: number) => void;
}

const GRID =
  'grid w-full grid-cols-[7.5rem_minmax(0,1fr)_auto] items-center gap-3 px-4 text-left md:grid-cols-[7.5rem_8rem_8rem_minmax(0,1fr)_7rem_5rem_5rem]';

export function RolloutList(props: RolloutListProps) {
  return (
    <div className="text-[0.8125rem]">
      <div className={`${GRID} h-9 border-line border-y bg-sunken/60 text-ink-faint text-xs`} aria-hidden>
        <span>Verdict</span>
        <span className="hidden md:block">Iteration · part</span>
        <span className="hidden md:block">Example</span>
        <span>Answer</span>
        <span className="hidden text-right md:block">Tokens in / out</span>
        <span className="text-right">Delay</span>
        <span className="hidden text-right md:block">List price</span>
      </div>
      <VirtualList
        label="Rollouts"
        items={props.items}
        rowHeight={44}
        keyOf={(rollout) => rollout.seq}
        atAGlance={(rollout) => `${rollout.exampleId} · ${rollout.answer}`}
        hasMore={props.hasMore}
        isLoadingMore={props.isLoadingMore}
        onMore={props.onMore}
      >
        {(rollout) => (
          <button
            type="button"
            onClick={() => props.onOpen(rollout.seq)}
            aria-label={`Trace of rollout ${rollout.seq}, example ${rollout.exampleId}`}
            className={`${GRID} h-full hover:bg-sunken focus-visible:outline-offset-[-2px]`}
          >
            <RolloutVerdict rollout={rollout} />
            <span className="numbers hidden truncate text-ink-faint md:block">
              {rollout.iteration < 0 ? 'original' : rollout.iteration + 1} ·{' '}
              {splitWord(rollout.split as SplitName)}
            </span>
            <span className="hidden truncate font-mono text-xs md:block">{rollout.exampleId}</span>
            <span className="flex min-w-0 items-center gap-2">
              {rollout.agent ? <AgentBadges agent={rollout.agent} /> : null}
              <span className="truncate">
                {rollout.answer === '' ? <em className="text-ink-faint">no answer</em> : rollout.answer}
              </span>
            </span>
            <span className="numbers hidden text-right text-ink-faint md:block">
              {formatCompact(rollout.tokensIn)} / {formatCompact(rollout.tokensOut)}
            </span>
            <span className="numbers text-right text-ink-faint">
              {rollout.delayMs === null ? '–' : formatDuration(rollout.delayMs)}
            </span>
            <span className="numbers hidden text-right text-ink-faint md:block">
              {formatUsd(rollout.costUsd)}
            </span>
          </button>
        )}
      </VirtualList>
    </div>
  );
}
