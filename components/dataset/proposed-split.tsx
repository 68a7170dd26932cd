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
    /** Whether it was registered. The data set stays where it was not: its page offers the registration again. */
    async register(datasetId: string): Promise<boolean> {
      if (draft === null || !isWanted) return false;
      const asked = split.mutateAsync({ datasetId, name: 'First split', rule: ruleOf(draft) });
      return asked
        .then(() => true)
        .catch((error: unknown) => {
          tellProblem(error);
          return false;
        });
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
        hint="The form of an experiment follows. The split can be replaced until a run gives the first score."
      >
        Register a split: {proposedWords(draft)}
      </Checkbox>
      {checked ? <SplitPowerNote parts={partsOf(draft, examples)} /> : null}
    </div>
  );
}
