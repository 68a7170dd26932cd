'use client';

import { Ghost, PlugZap } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { freshDraft, useDraftCanary } from '@/components/queries/use-canaries';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { ServedPromptView } from '@/lib/contracts/slot-prompts';
import type { SlotView } from '@/lib/contracts/slots';
import { may } from '@/lib/policy/roles';
import { useSetFirstPrompt } from './use-slot-prompts';

interface PromptActionProps {
  readonly slot: SlotView;
  readonly prompt: ServedPromptView;
}

/** A canary for a version that is not live. */
export function DraftCanaryButton({ slot, prompt }: PromptActionProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const draft = useDraftCanary();
  if (!mayExperiment || slot.archivedAt !== null || prompt.promptId === slot.live?.promptId) return null;
  return (
    <Button
      variant="primary"
      busy={draft.isPending || draft.isSuccess}
      onClick={() =>
        draft.mutate(
          { slotId: slot.id, promptId: prompt.promptId, draft: freshDraft(slot.kind) },
          { onError: tellProblem, onSuccess: (canary) => router.push(`/canaries/${canary.id}`) },
        )
      }
    >
      <Ghost aria-hidden /> Draft its canary
    </Button>
  );
}

/** An empty slot is told what the callers' code serves today; only a text written by hand can be that. */
export function SetFirstButton({ slot, prompt }: PromptActionProps) {
  const { role } = useViewer();
  const set = useSetFirstPrompt(slot.id);
  const [asks, setAsks] = useState(false);
  const isPossible = slot.live === null && slot.previous === null && prompt.runId === null;
  if (!isPossible || slot.archivedAt !== null || !may(role, 'review')) return null;
  return (
    <>
      <Button onClick={() => setAsks(true)}>
        <PlugZap aria-hidden /> This is what the code serves today
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Begin with version ${prompt.version}?`}
        confirmLabel="Begin with it"
        busy={set.isPending}
        onConfirm={() =>
          set.mutate(prompt.promptId, { onError: tellProblem, onSuccess: () => setAsks(false) })
        }
      >
        Callers are answered by this text from now on. Say so only where it is the text that your code serves
        already: anything else goes live through a canary.
      </ConfirmDialog>
    </>
  );
}
