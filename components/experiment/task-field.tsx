'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { DraftSelect, useDraft } from './draft-field';
import { TaskDialog } from './task-dialog';
import { useTasks } from './use-choices';

/** How answers are scored. */
export function TaskField() {
  const { draft, setValue } = useDraft();
  const tasks = useTasks();
  const [adds, setAdds] = useState(false);
  const hasNone = tasks.isSuccess && draft.datasetId !== '' && draft.taskId === '';
  return (
    <div className="flex min-w-0 items-start gap-2">
      <div className="min-w-0 flex-1">
        <DraftSelect
          name="taskId"
          label="Task"
          hint={
            hasNone
              ? 'No task fits this data set. A new one takes a name and a scorer.'
              : 'How answers are scored.'
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
      <Button className="mt-[1.6rem]" onClick={() => setAdds(true)}>
        New task
      </Button>
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
    </div>
  );
}
