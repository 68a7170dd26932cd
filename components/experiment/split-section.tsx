'use client';

import type { SplitView } from '@/lib/contracts/splits';
import { splitWords } from '@/lib/view/split-words';
import { AdvancedSection } from './advanced-section';
import { DraftSelect, DraftText, useDraft } from './draft-field';

/** Which registered split is used, and what the experiment is about. */
export function SplitSection({ splits }: { splits: readonly SplitView[] }) {
  const { draft } = useDraft();
  const split = splits.find((one) => one.id === draft.splitId);
  return (
    <AdvancedSection
      name="Split and description"
      hint="Which examples teach and which measure."
      summary={[split ? splitWords(split) : 'No split', ...(draft.description ? [draft.description] : [])]}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftSelect
          name="splitId"
          label="Registered split"
          hint={split ? splitWords(split) : 'Fixed by its hash with the first score'}
        >
          <option value="">{draft.datasetId === '' ? 'Choose a data set first' : 'Choose a split'}</option>
          {splits.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </DraftSelect>
        <DraftText name="description" label="Description" optional />
      </div>
    </AdvancedSection>
  );
}
