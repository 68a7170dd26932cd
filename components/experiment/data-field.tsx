'use client';

import { itemsOf } from '@/components/api/use-pages';
import { useDatasets } from '@/components/dataset/use-datasets';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { SplitView } from '@/lib/contracts/splits';
import { splitWords } from '@/lib/view/split-words';
import { DraftSelect, useDraft } from './draft-field';

/** The examples, with the split that is used of them; another split is an advanced choice. */
export function DataField({ splits }: { splits: readonly SplitView[] }) {
  const { draft } = useDraft();
  const sets = itemsOf(useDatasets());
  const split = splits.find((one) => one.id === draft.splitId);
  return (
    <DraftSelect
      name="datasetId"
      label="Data set"
      hint={split ? splitWords(split) : 'The examples that teach and measure.'}
    >
      <option value="">Choose a data set</option>
      {sets.map((dataset) => (
        <option key={dataset.id} value={dataset.id}>
          {dataset.name} ({dataset.exampleCount})
        </option>
      ))}
    </DraftSelect>
  );
}

/** Shown where no experiment can be made of the chosen data set. */
export function NoSplitNotice({ datasetId }: { datasetId: string }) {
  return (
    <Notice tone="honey">
      This data set has no split yet.{' '}
      <Link className="underline" href={`/datasets/${datasetId}`}>
        Register one
      </Link>
      , then come back.
    </Notice>
  );
}
