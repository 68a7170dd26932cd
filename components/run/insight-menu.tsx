'use client';

import { Ban, Ellipsis, PencilLine, Pin, PinOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import { say } from '@/components/ui/say';
import type { InsightSteeringView, SteerInsightInput } from '@/lib/contracts/insight-steering';
import type { PlaybookBullet } from '@/lib/projection/playbook-bullets';
import { keptSentence } from '@/lib/view/steered-words';
import { EditLineDialog } from './edit-line-dialog';
import { useSteerInsight } from './use-insight-steering';

interface InsightMenuProps {
  readonly bullet: PlaybookBullet;
  readonly steering: InsightSteeringView;
}

/** Pins, edits or bans one line of a playbook, or takes that back. */
export function InsightMenu({ bullet, steering }: InsightMenuProps) {
  const { mayExperiment } = useViewer();
  const steer = useSteerInsight(steering.runId);
  const [asks, setAsks] = useState<'edit' | 'ban' | null>(null);
  const lines = steering.lines.filter(({ bulletId }) => bulletId === bullet.id);
  const edited = lines.find(({ state }) => state === 'edited');
  const isPinned = lines.some(({ state }) => state === 'pinned');
  const isBanned = lines.some(({ state }) => state === 'banned');
  const send = (command: Omit<SteerInsightInput, 'bulletId'>) =>
    steer.mutate(
      { bulletId: bullet.id, ...command },
      {
        onSuccess: ({ effect }) => {
          // Another dialog may have been opened since.
          setAsks((open) => (open === command.action ? null : open));
          say('success', keptSentence(effect));
        },
        // The dialog of an edit shows its own refusal.
        onError: (error) => command.action !== 'edit' && tellProblem(error),
      },
    );
  return (
    <>
      <DropdownMenu
        trigger={
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={`Steer ${bullet.id}`}
            title={mayExperiment ? 'Pin, edit or ban this line' : MAY_NOT_EXPERIMENT}
            disabled={!mayExperiment}
            busy={steer.isPending}
          >
            {steer.isPending ? null : <Ellipsis aria-hidden />}
          </Button>
        }
      >
        {isBanned ? (
          <MenuItem onSelect={() => send({ action: 'restore' })}>
            <Undo2 aria-hidden /> Restore line
          </MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => send({ action: isPinned ? 'unpin' : 'pin' })}>
              {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} {isPinned ? 'Unpin line' : 'Pin line'}
            </MenuItem>
            <MenuItem onSelect={() => setAsks('edit')}>
              <PencilLine aria-hidden /> Edit line…
            </MenuItem>
            {edited?.before ? (
              <MenuItem onSelect={() => send({ action: 'edit', text: edited.before ?? '' })}>
                <Undo2 aria-hidden /> Undo edit
              </MenuItem>
            ) : null}
            <MenuSeparator />
            <MenuItem onSelect={() => setAsks('ban')}>
              <Ban aria-hidden /> Ban line…
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {asks === 'edit' ? (
        <EditLineDialog
          bulletId={bullet.id}
          text={edited?.content ?? bullet.text}
          isPinned={isPinned}
          sending={steer}
          onText={(text) => send({ action: 'edit', text })}
          onClose={() => {
            steer.reset();
            setAsks(null);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asks === 'ban'}
        onOpenChange={(open) => setAsks(open ? 'ban' : null)}
        title={`Ban ${bullet.id}?`}
        confirmLabel="Ban line"
        danger
        busy={steer.isPending}
        onConfirm={() => send({ action: 'ban' })}
      >
        <blockquote className="mb-2 border-line-strong border-l-2 pl-3 break-words">{bullet.text}</blockquote>
        <p>
          The line is removed, and neither its id nor nearly the same text is added again. Earlier versions
          keep it. You can restore the line later.
        </p>
      </ConfirmDialog>
    </>
  );
}
