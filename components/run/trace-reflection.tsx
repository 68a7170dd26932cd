'use client';

import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { RolloutTraceView } from '@/lib/contracts/run-shapes';
import { SeenBadge } from './agent-facts';
import { InsightSection } from './insight-section';
import { TraceMessage } from './trace-message';

/** The reflection on the rollout; stays in sight while the trace is read. */
export function TraceReflection({ runId, trace }: { runId: string; trace: RolloutTraceView }) {
  const { rollout, reflection } = trace;
  const seenShare = rollout.agent?.seenShare ?? null;
  return (
    <section className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-0">
      <h3 className="flex flex-wrap items-center gap-2 font-medium text-[0.8125rem]">
        Reflection
        {seenShare === null ? null : <SeenBadge share={seenShare} />}
      </h3>
      {reflection === null || reflection === '' ? (
        <Notice>{noReflectionWords(rollout.split)}</Notice>
      ) : (
        <>
          <TraceMessage from="what was learned" text={reflection} isExact={false} />
          <Link
            href={`/runs/${runId}?tab=iterations&iteration=${rollout.iteration + 1}&reflection=${rollout.ordinal + 1}`}
            className="w-fit text-honey-text text-xs underline underline-offset-2"
          >
            Follow it through the scan of iteration {rollout.iteration + 1}
          </Link>
          <InsightSection
            runId={runId}
            asked={{ iteration: rollout.iteration, ordinal: rollout.ordinal }}
            question="Where did its insights go?"
            label="What became of its insights"
            without="reflections"
            waiting="Following its insights"
            none="None of them has been through a scan yet."
          />
        </>
      )}
    </section>
  );
}

function noReflectionWords(split: string): string {
  return split === 'train'
    ? 'No usable reflection was made of this rollout, so it taught the prompt nothing.'
    : 'Nothing is learned from these examples: the answers to them are scored and never shown to a reflector.';
}
