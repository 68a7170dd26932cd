'use client';

import { Archive, ArchiveRestore, FileDiff, GitCompareArrows, Tag, X } from 'lucide-react';
import { useState } from 'react';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { say } from '@/components/ui/say';
import type { BulkOutcome } from '@/lib/contracts/tags';
import { plural } from '@/lib/view/numbers';
import { TagDialog } from './tag-dialog';
import type { Selection } from './use-selection';
import { type Tagged, useArchiveSeveral } from './use-tags';

interface BulkBarProps {
  readonly of: Tagged;
  readonly one: string;
  readonly many: string;
  readonly selection: Selection;
  /** Selected items. */
  readonly items: readonly { readonly id: string; readonly tags: readonly string[] }[];
  /** The list shows its archive. */
  readonly archived: boolean;
  /** Absent = no comparison; null = not for this number of items. */
  readonly onCompare?: (() => void) | null;
  /** Reference of the comparison; by default the serial run, which Compare puts first. */
  readonly baseline?: string | undefined;
  /** Absent = no difference view; null = not exactly two items. */
  readonly onDifference?: (() => void) | null;
}

/** Actions on all selected rows, at the bottom of the screen while rows are selected. */
export function BulkBar({ of, one, many, selection, items, archived, ...ways }: BulkBarProps) {
  const { mayExperiment } = useViewer();
  const { onCompare, onDifference } = ways;
  const [tags, setTags] = useState(false);
  const archive = useArchiveSeveral(of);
  const count = plural(items.length, one, many);
  // The bar is gone with the last choice, and its note may be pressed after that: so nothing here hangs on its life.
  const send = async (ids: readonly string[], isAway: boolean, isUndo = false) => {
    try {
      const outcome = await archive.mutateAsync({ ids, archived: isAway });
      const undo = isUndo ? null : (back: readonly string[]) => void send(back, !isAway, true);
      tellOutcome(outcome, { isAway, one, many, undo });
      if (!isUndo) selection.clear();
    } catch (error) {
      tellProblem(error);
    }
  };
  return (
    <section
      aria-label={`${count} chosen`}
      className="sticky bottom-16 z-20 mx-3 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-surface p-2 pl-3 shadow-raised md:bottom-3"
    >
      <p aria-live="polite" className="mr-auto font-medium text-[0.8125rem]">
        {count} chosen
        {onCompare === undefined ? null : (
          <span className="ml-2 font-normal text-ink-faint text-xs">
            {onCompare === null
              ? 'Choose 2 to 10 to compare'
              : `Measured against ${ways.baseline ?? 'the serial run, if one is chosen'}`}
          </span>
        )}
      </p>
      {onCompare === undefined ? null : (
        <Button
          size="sm"
          variant="primary"
          blocked={blockedBy(onCompare === null ? 'Choose 2 to 10 lines first.' : null)}
          onClick={() => onCompare?.()}
        >
          <GitCompareArrows aria-hidden /> Compare them
        </Button>
      )}
      {onDifference ? (
        <Button size="sm" onClick={onDifference}>
          <FileDiff aria-hidden /> Their prompts
        </Button>
      ) : null}
      <Button size="sm" blocked={mayExperiment ? undefined : NO_EXPERIMENTS} onClick={() => setTags(true)}>
        <Tag aria-hidden /> Tag
      </Button>
      <Button
        size="sm"
        blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
        busy={archive.isPending}
        onClick={() => void send(selection.ids, !archived)}
      >
        {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
        {archived ? 'Bring back' : 'Put into the archive'}
      </Button>
      <Button size="iconSm" variant="ghost" aria-label="Choose none" onClick={selection.clear}>
        <X aria-hidden />
      </Button>
      {tags ? (
        <TagDialog
          of={of}
          ids={selection.ids}
          title={`Tags of ${count}`}
          shared={items.reduce<readonly string[]>(
            (shared, item) => shared.filter((word) => item.tags.includes(word)),
            items[0]?.tags ?? [],
          )}
          borne={[...new Set(items.flatMap((item) => item.tags))].sort()}
          onClose={() => setTags(false)}
        />
      ) : null}
    </section>
  );
}

interface OutcomeWords {
  readonly isAway: boolean;
  readonly one: string;
  readonly many: string;
  readonly undo: ((ids: readonly string[]) => void) | null;
}

function tellOutcome({ changed, refused }: BulkOutcome, { isAway, one, many, undo }: OutcomeWords): void {
  const why = refused.map(({ reason }) => reason);
  if (why.length > 0)
    say('error', `${plural(why.length, `${one} stays`, `${many} stay`)} as before.`, {
      description: [...new Set(why)].slice(0, 3).join(' '),
    });
  if (changed.length === 0) return;
  say(
    'success',
    `${plural(changed.length, one, many)} ${isAway ? 'put into the archive' : 'brought back'}.`,
    {
      ...(isAway ? { description: 'Nothing was deleted: the filter “Archived” shows them.' } : {}),
      ...(undo ? { action: { label: 'Undo', onClick: () => undo(changed) } } : {}),
    },
  );
}
