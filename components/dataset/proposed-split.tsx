'use client';

import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { Checkbox } from '@/components/ui/checkbox';
import type { ImportPreviewView } from '@/lib/contracts/imports';
import { openSplitDraft, proposedWords, ruleOf, type SplitDraft } from '@/lib/view/split-draft';
import { partsOf } from '@/lib/view/split-power';
import { SplitPowerNote } from './split-power-note';
import { useRegisterFirstSplit } from './use-datasets';

/** Parts for one file that was read whole; several files are parted by a person, file by file. */
function proposalOf({ files, exampleCount, isHead }: ImportPreviewView): SplitDraft | null {
  if (isHead || files.length !== 1 || exampleCount < 2) return null;
  return openSplitDraft(
    files.map(({ name }) => name),
    exampleCount,
  );
}

/** The proposal for what an import found: its field, and its registration once the data set is there. */
export function useProposedSplit(found: ImportPreviewView | undefined) {
  const split = useRegisterFirstSplit();
  const [isWanted, setWanted] = useState(true);
  const draft = found ? proposalOf(found) : null;
  return {
    isPending: split.isPending,
    /** The data set stays where this is refused: its page offers the registration again. */
    async register(datasetId: string): Promise<void> {
      if (draft === null || !isWanted) return;
      await split.mutateAsync({ datasetId, name: 'First split', rule: ruleOf(draft) }).catch(tellProblem);
    },
    field:
      draft && found ? (
        <ProposedSplit draft={draft} examples={found.exampleCount} checked={isWanted} onChange={setWanted} />
      ) : null,
  };
}

interface ProposedSplitProps {
  readonly draft: SplitDraft;
  readonly examples: number;
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

/** Which examples would teach and which measure, and what that can show; one box declines it. */
function ProposedSplit({ draft, examples, checked, onChange }: ProposedSplitProps) {
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        checked={checked}
        onCheckedChange={onChange}
        hint="It can be removed or replaced until a run gives the first score."
      >
        Register a split: {proposedWords(draft)}
      </Checkbox>
      {checked ? <SplitPowerNote parts={partsOf(draft, examples)} /> : null}
    </div>
  );
}
