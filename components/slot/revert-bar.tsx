'use client';

import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { revertFactsOf, useRevertEffect, useRevertSlot } from '@/components/queries/use-slots';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { RevertEffectView } from '@/lib/contracts/slot-revert';
import type { SlotView } from '@/lib/contracts/slots';
import { may } from '@/lib/policy/roles';
import { percentWords } from '@/lib/view/canary/plan-lines';
import { prepareRevertCounter } from '@/lib/view/canary/reverting';

/** After this long a revert is shown in the history only. */
const NEWS_MS = 10 * 60_000;

/**
 * The way back, in sight wherever the page is scrolled to while something can be taken back: one click, one confirm,
 * and then how long the reverted version was still handed out.
 */
export function RevertBar({ slot }: { slot: SlotView }) {
  const { role } = useViewer();
  const revert = useRevertSlot(slot.id);
  const effect = useRevertEffect(slot.id);
  const [asks, setAsks] = useState(false);
  const hasNews = effect.data ? Date.now() - Date.parse(effect.data.revertedAt) < NEWS_MS : false;
  if (!slot.isRevertible && !hasNews) return null;
  return (
    <div className="sticky top-14 z-20 mb-4 flex flex-col gap-2 md:top-2">
      {slot.isRevertible ? (
        <section
          aria-label="The way back"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-honey-line bg-honey-wash px-4 py-2.5 text-[0.8125rem] shadow-card"
        >
          <p className="min-w-0 flex-1 basis-56 text-honey-text">{liveWords(slot)}</p>
          {may(role, 'revert') ? (
            <Button variant="danger" onClick={() => setAsks(true)}>
              <Undo2 aria-hidden /> Revert now
            </Button>
          ) : (
            <p className="text-ink-soft text-xs">A viewer may not revert; anybody else may.</p>
          )}
        </section>
      ) : null}
      {hasNews && effect.data ? <RevertCounter effect={effect.data} /> : null}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Revert now?"
        confirmLabel="Revert"
        danger
        busy={revert.isPending}
        onConfirm={() =>
          revert.mutate(undefined, {
            onSuccess: () => setAsks(false),
          })
        }
      >
        {revert.error ? <ProblemNotice className="mb-3" error={revert.error} /> : null}
        {backWords(slot)} It is one pointer: nothing is released or restarted, it needs no approval, and the
        next call gets the old one.
      </ConfirmDialog>
    </div>
  );
}

function liveWords({ live, split }: SlotView): string {
  if (split !== null)
    return `Version ${split.challenger.version} answers ${percentWords(split.share)} of the callers.`;
  return live === null ? 'Something can be taken back.' : `Version ${live.version} answers all callers.`;
}

function backWords({ live, previous, split }: SlotView): string {
  if (split !== null && live !== null) return `All callers get version ${live.version} again.`;
  if (split !== null || previous === null) return 'All callers get the default in their code again.';
  return `All callers get version ${previous.version} again.`;
}

function RevertCounter({ effect }: { effect: RevertEffectView }) {
  const nowMs = useNow();
  const { title, sentence, isQuiet } = prepareRevertCounter(revertFactsOf(effect, nowMs));
  return (
    <section
      aria-label="What became of the revert"
      className={`numbers rounded-lg border px-4 py-2.5 text-[0.8125rem] shadow-card ${
        isQuiet ? 'border-transparent bg-good-wash text-good' : 'border-line bg-surface text-ink'
      }`}
    >
      <p className="font-medium" role="status">
        {title}
      </p>
      <p className="text-ink-soft">
        {sentence} By {effect.by}: {effect.reason}
      </p>
    </section>
  );
}

/** The time of day, a second apart. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
