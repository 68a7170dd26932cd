'use client';

import { useState } from 'react';
import { itemsOf } from '@/components/api/use-pages';
import { useDatasets } from '@/components/dataset/use-datasets';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { SplitView } from '@/lib/contracts/splits';
import { AgentField } from './agent-field';
import { DraftSelect, DraftText, useDraft } from './draft-field';
import { FormSection } from './form-section';
import { TaskDialog } from './task-dialog';
import { useTasks } from './use-choices';

const countsOf = ({ counts }: SplitView) =>
  `${counts.train} train, ${counts.selection} selection, ${counts.heldOut} held-out, ${counts.confirmation} confirmation`;

export function TaskSection({ splits }: { splits: readonly SplitView[] }) {
  const { draft, setValue } = useDraft();
  const tasks = useTasks();
  const datasets = useDatasets();
  const [adds, setAdds] = useState(false);
  const sets = itemsOf(datasets);
  const split = splits.find((one) => one.id === draft.splitId);
  return (
    <FormSection
      title="Task and split"
      hint="What is to be answered, how it is scored, and which examples teach or measure."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftText name="name" label="Name" />
        <DraftText name="description" label="Description" optional />
      </div>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <DraftSelect
            name="taskId"
            label="Task"
            hint={
              tasks.isSuccess && draft.datasetId !== '' && draft.taskId === ''
                ? 'No task here was made for such a data set. A new one takes a name and a scorer.'
                : 'How answers are scored. A new one takes a name and a scorer.'
            }
          >
            <option value="">Choose a task</option>
            {tasks.data?.map((task) => (
              <option key={task.id} value={task.id}>
                {task.name} ({task.scoring.kind})
              </option>
            ))}
          </DraftSelect>
        </div>
        <Button onClick={() => setAdds(true)}>New task</Button>
      </div>
      <AgentField />
      <div className="grid gap-4 sm:grid-cols-2">
        <DraftSelect name="datasetId" label="Data set">
          <option value="">Choose a data set</option>
          {sets.map((dataset) => (
            <option key={dataset.id} value={dataset.id}>
              {dataset.name} ({dataset.exampleCount})
            </option>
          ))}
        </DraftSelect>
        <DraftSelect
          name="splitId"
          label="Registered split"
          hint={split ? countsOf(split) : 'Fixed by its hash with the first score'}
        >
          <option value="">{draft.datasetId === '' ? 'Choose a data set first' : 'Choose a split'}</option>
          {splits.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </DraftSelect>
      </div>
      {draft.datasetId !== '' && splits.length === 0 ? (
        <Notice tone="honey">
          This data set has no split yet.{' '}
          <Link className="underline" href={`/datasets/${draft.datasetId}`}>
            Register one
          </Link>
          , then come back.
        </Notice>
      ) : null}
      {adds ? (
        <TaskDialog
          onClose={() => setAdds(false)}
          onMade={({ id, data }) => {
            setValue('taskId', id);
            if (data) {
              setValue('datasetId', data.datasetId);
              setValue('splitId', data.splitId);
            }
          }}
        />
      ) : null}
    </FormSection>
  );
}
