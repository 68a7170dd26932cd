'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Segmented } from '@/components/ui/segmented';
import { taskIdsOf } from '@/lib/view/task-ids';
import { FaultList } from './fault-list';
import { FileDrop } from './file-drop';
import { refusedTasks } from './refused-tasks';
import { type TaskSource, useAddTasks } from './use-environment-tasks';

const WAYS = [
  { value: 'archive', label: 'Archive' },
  { value: 'practice', label: 'Practice tasks' },
  { value: 'appworld', label: 'AppWorld' },
] as const;

const WORDS = {
  archive: 'Harbor or Terminal-Bench tasks as .tar or .tar.gz, 200 MB together.',
  practice: '40 terminal tasks written for Waggle. They need no files.',
  appworld: 'An AppWorld server gives the instruction when an agent starts.',
} as const;

/** A data set of tasks that their environments judge: from archives, from the product, or by ids of AppWorld. */
export function TasksImportView() {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const add = useAddTasks();
  const [way, setWay] = useState<TaskSource['way']>('archive');
  const [names, setNames] = useState({ archive: '', practice: 'Practice tasks', appworld: '' });
  const [files, setFiles] = useState<readonly File[]>([]);
  const [ids, setIds] = useState('');
  const [withoutNetwork, setWithoutNetwork] = useState(false);
  const fault = faultsOf(add.error);
  const refused = refusedTasks(add.error);
  const taskIds = taskIdsOf(ids);
  const isReady = way === 'practice' || (way === 'archive' ? files.length > 0 : taskIds.length > 0);
  const submit = () =>
    add.mutate(
      { way, name: names[way], files, taskIds, withoutNetwork },
      { onSuccess: ({ id }) => router.push(`/datasets/${id}`) },
    );
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Data sets', href: '/datasets' }]}
        title="Add tasks of an environment"
        description="Each task is an example, judged by its own environment."
      />
      {mayExperiment ? null : <Notice tone="honey">{MAY_NOT_EXPERIMENT}</Notice>}
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Card title="Tasks" description={WORDS[way]}>
          <div className="flex flex-col gap-4">
            <Segmented
              label="Source"
              value={way}
              options={WAYS}
              onChange={(chosen) => {
                add.reset();
                setWay(chosen);
              }}
            />
            {way === 'archive' ? (
              <>
                <FileDrop files={files} busy={false} accept=".tar,.tgz,.gz" onChange={setFiles} />
                <Checkbox
                  checked={withoutNetwork}
                  hint="Sandboxes have no network. Unless this is checked, tasks that may need one do not run."
                  onCheckedChange={setWithoutNetwork}
                >
                  Run without a network
                </Checkbox>
              </>
            ) : null}
            {way === 'appworld' ? (
              <Field
                id="tasks-ids"
                label="Task ids"
                hint="Separated by spaces, commas or lines. Two at least."
                fault={fault('taskIds')}
              >
                {(control) => (
                  <Textarea
                    {...control}
                    rows={6}
                    className="font-mono"
                    value={ids}
                    onChange={(event) => setIds(event.target.value)}
                  />
                )}
              </Field>
            ) : null}
            <Field id="tasks-name" label="Name" fault={fault('name')}>
              {(control) => (
                <Input
                  {...control}
                  value={names[way]}
                  onChange={(event) => setNames({ ...names, [way]: event.target.value })}
                />
              )}
            </Field>
          </div>
        </Card>
        {refused === null && add.isError ? <ProblemNotice error={add.error} /> : null}
        {refused ? (
          <>
            <Notice tone="bad" urgent title={refused.sentence} />
            <FaultList faults={refused.faults} count={refused.faults.length} of="task fault" />
          </>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          className="self-end"
          disabled={!mayExperiment || !isReady}
          busy={add.isPending || add.isSuccess}
        >
          Add tasks
        </Button>
      </form>
    </>
  );
}
