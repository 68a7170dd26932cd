'use client';

import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { ComparedExamples, ExamplesDoor, OUTCOMES } from '@/components/comparison/compared-examples';
import { useHeldOutExamples } from '@/components/comparison/use-pairs';
import { Card } from '@/components/ui/card';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import type { HeldOutExample } from '@/lib/contracts/paired-comparisons';
import { describeOrigin, type NumberOrigin } from '@/lib/view/number-origin';
import { microAccuracyWords, OUTCOME_WORDS, versionSentence } from '@/lib/view/paired-comparison';

const NAMES = ['Original prompt', 'This version'] as const;

interface HeldOutExamplesCardProps {
  readonly runId: string;
  readonly version: { readonly hash: string; readonly name: string };
  readonly origin: NumberOrigin;
  /** How many the run has had so far. */
  readonly measurements: number;
}

/** One version of a prompt against the original one, example by example. */
export function HeldOutExamplesCard({ runId, version, origin, measurements }: HeldOutExamplesCardProps) {
  const [outcome, setOutcome] = useQueryState('outcome', parseAsStringLiteral(OUTCOMES).withDefault('all'));
  const examples = useHeldOutExamples(runId, { candidate: version.hash, outcome, measurements });
  const first = examples.data?.pages[0];
  const isBare = first !== undefined && first.comparison === null;
  return (
    <Card
      flush
      title="Which held-out examples did it win and lose?"
      description={describeOrigin({ ...origin, split: 'heldOut' })}
      actions={
        isBare ? null : (
          <>
            <Segmented
              label="Which examples"
              value={outcome}
              onChange={setOutcome}
              options={OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }))}
            />
            <ExamplesDoor examples={examples} names={NAMES} />
          </>
        )
      }
    >
      {first?.comparison ? (
        <p className="px-4 pb-3 text-[0.8125rem]">
          {versionSentence(first.comparison, version.name)}
          {first.microAccuracy ? ` ${microAccuracyWords(first.microAccuracy)}` : null}
        </p>
      ) : null}
      {isBare ? (
        <div className="px-4 pb-4">
          <Notice>{first.note}</Notice>
        </div>
      ) : (
        <ComparedExamples
          examples={examples}
          outcome={outcome}
          names={NAMES}
          under={(example, side) => <TraceLink runId={runId} example={example} side={side} />}
        />
      )}
    </Card>
  );
}

interface TraceLinkProps {
  readonly runId: string;
  readonly example: HeldOutExample;
  readonly side: 'before' | 'after';
}

function TraceLink({ runId, example: { exampleId, beforeSeq, afterSeq }, side }: TraceLinkProps) {
  const seq = side === 'before' ? beforeSeq : afterSeq;
  if (seq === null) return null;
  return (
    <Link
      className="block text-xs leading-6 underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      href={`/runs/${runId}?tab=rollouts&rollout=${seq}`}
      aria-label={`trace of ${exampleId} by ${side === 'before' ? 'the original prompt' : 'this version'}`}
    >
      trace
    </Link>
  );
}
