'use client';

import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { say } from '@/components/ui/say';
import type { InsightSteeringView } from '@/lib/contracts/insight-steering';
import { keptSentence } from '@/lib/view/steered-words';
import { SteeredNote } from './steered-note';
import { useSteerInsight } from './use-insight-steering';

/** Lines that no later version may hold, each with its way back; why a run's lines cannot be steered. */
export function BannedLines({ steering }: { readonly steering: InsightSteeringView }) {
  const { mayExperiment } = useViewer();
  const steer = useSteerInsight(steering.runId);
  const banned = steering.lines.filter(({ state }) => state === 'banned');
  if (steering.refusal !== null)
    return <p className="mt-3 text-ink-faint text-xs">No pins or bans: {steering.refusal}</p>;
  if (banned.length === 0) return null;
  const restore = (bulletId: string) =>
    steer.mutate(
      { bulletId, action: 'restore' },
      { onSuccess: ({ effect }) => say('success', keptSentence(effect)), onError: tellProblem },
    );
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 font-medium text-ink-faint text-xs">
        Banned lines <span className="numbers">({banned.length})</span>
      </h3>
      <ul aria-label="Banned lines" className="divide-y divide-line rounded-md border border-line">
        {banned.map((line) => (
          <li
            key={line.bulletId}
            className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2 text-[0.8125rem]"
          >
            <span className="shrink-0 font-mono text-ink-faint text-xs leading-5">{line.bulletId}</span>
            <span className="min-w-0 flex-1 basis-60 break-words text-ink-soft line-through">
              {line.content}
            </span>
            <Button
              size="sm"
              blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
              busy={steer.isPending && steer.variables.bulletId === line.bulletId}
              onClick={() => restore(line.bulletId)}
            >
              Restore line
            </Button>
            <span className="basis-full">
              <SteeredNote line={line} effect={steering.effect} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
