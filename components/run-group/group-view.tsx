'use client';

import { CircleCheck, CircleDashed, type LucideIcon, RefreshCw } from 'lucide-react';
import { tellProblem } from '@/components/api/tell-problem';
import { SetProgressRow } from '@/components/fact/set-progress-row';
import { useTruthsOf } from '@/components/queries/use-truths';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import { Time } from '@/components/ui/time';
import type { RunGroupView } from '@/lib/contracts/run-groups';
import { plural } from '@/lib/view/numbers';
import { GROUP_STATUS_WORDS, groupTicks, SHAPE_WORDS } from '@/lib/view/run-group';
import { GroupTaskCard } from './group-task-card';
import { useControlGroup, useRunGroup } from './use-run-groups';

const ICONS: Readonly<Record<RunGroupView['status'], LucideIcon>> = {
  waiting: CircleDashed,
  running: RefreshCw,
  ended: CircleCheck,
};

/** Runs that were launched together: a small chart for each task on one scale, and why this shape was chosen. */
export function GroupView({ initial }: { initial: RunGroupView }) {
  const { data: group } = useRunGroup(initial);
  const control = useControlGroup(group.id);
  const { word, tone, meaning } = GROUP_STATUS_WORDS[group.status];
  const yTicks = groupTicks(group.tasks);
  const { truths } = useTruthsOf(
    'run',
    group.tasks.map(({ run }) => run.runId),
    group.status !== 'ended',
  );
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Experiments', href: '/experiments' },
          { label: 'Run groups', href: '/run-groups' },
        ]}
        title={`${SHAPE_WORDS[group.shape].name}, ${plural(group.tasks.length, 'task')}`}
        badges={
          <Badge tone={tone} icon={ICONS[group.status]} title={meaning}>
            {word}
          </Badge>
        }
        description={
          <>
            {SHAPE_WORDS[group.shape].meaning} Launched <Time at={group.createdAt} /> by {group.createdBy}.
          </>
        }
      />
      <div className="flex flex-col gap-4">
        {group.hints.map((hint) => (
          <Notice key={hint} tone="honey">
            {hint}
          </Notice>
        ))}
        <Card title="All runs">
          <SetProgressRow
            progress={group.progress}
            busy={control.isPending}
            onControl={(action) => control.mutate(action, { onError: tellProblem })}
          />
        </Card>
        <div className="grid gap-4 lg:grid-cols-2">
          {group.tasks.map((task) => (
            <GroupTaskCard
              key={task.run.runId}
              task={task}
              yTicks={yTicks}
              truth={truths.get(task.run.runId)}
            />
          ))}
        </div>
        <Card title="Why this shape?">
          <p className="mb-3 text-[0.8125rem]">{group.reason}</p>
          <ul className="list-disc pl-5 text-[0.8125rem] text-ink-soft leading-5">
            {group.rejectedShapes.map(({ shape, reason }) => (
              <li key={shape}>
                Not {SHAPE_WORDS[shape].name.toLowerCase()}: {reason}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </>
  );
}
