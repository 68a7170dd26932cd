import {
  Combine,
  FilePlus2,
  type LucideIcon,
  Network,
  Shuffle,
  Split,
  TriangleAlert,
  Waypoints,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { IterationState } from '@/lib/view/run-state';
import { prepareScanTree, type ScanGroup } from '@/lib/view/scan-tree';

/** Map, shuffle, groups, combined update, playbook: from the top as it happens. */
export function ScanTreeView({ iteration }: { iteration: IterationState }) {
  const tree = prepareScanTree(iteration);
  return (
    <Card
      title={`Iteration ${iteration.iteration + 1}: what became of its lessons?`}
      description={tree.summary}
    >
      <ol className="relative flex flex-col gap-5 before:absolute before:top-2 before:bottom-2 before:left-[13px] before:w-px before:bg-line">
        <Step icon={Waypoints} name="Map" text={tree.map}>
          {tree.invalid.length > 0 ? (
            <details className="text-xs">
              <summary className="text-bad">
                <TriangleAlert className="mr-1 inline size-3.5" aria-hidden />
                {tree.invalid.length} without a usable reflection
              </summary>
              <ul className="mt-1 list-disc pl-5 text-ink-faint">
                {tree.invalid.map((one) => (
                  <li key={one.ordinal}>
                    <span className="font-mono">{one.exampleId}</span>: {one.why}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </Step>
        <Step icon={Shuffle} name="Augmented shuffle" text={tree.shuffle} />
        <Step
          icon={Split}
          name="Level 1"
          text={tree.groups.length === 0 ? 'No groups' : 'Each group reads the same frozen playbook'}
        >
          <div className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">
            {tree.groups.map((group) => (
              <GroupBox key={group.name} group={group} />
            ))}
          </div>
        </Step>
        <Step icon={Combine} name="Level 2" text={tree.combined}>
          <Edits edits={tree.edits} label="Edits of the combined update" />
        </Step>
        <Step icon={FilePlus2} name="Playbook" text={tree.outcome} />
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Step({ icon: Icon, name, text, children }: StepProps) {
  return (
    <li className="relative flex gap-3.5">
      <span className="z-10 flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-surface text-honey-text">
        <Icon className="size-3.5" aria-hidden />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2 pt-0.5">
        <p className="text-[0.8125rem]">
          <span className="font-medium">{name}</span> <span className="text-ink-faint">{text}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

function GroupBox({ group }: { group: ScanGroup }) {
  return (
    <details
      className={classNames(
        'min-w-0 rounded-md border bg-sunken/60',
        group.failed ? 'border-bad' : 'border-line',
      )}
    >
      <summary className="flex items-center gap-2 px-3 py-2 text-xs">
        <Network className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
        <span className="font-medium">{group.name}</span>
        <span className="numbers text-ink-faint">{group.members.length} in</span>
        <span
          className={classNames('ml-auto truncate', group.failed ? 'text-bad' : 'text-ink-faint')}
          title={group.result}
        >
          {group.result}
        </span>
      </summary>
      <div className="flex flex-col gap-2 border-line border-t px-3 py-2 text-xs">
        <ul className="flex flex-col gap-1 text-ink-faint">
          {group.members.map((member) => (
            <li key={member.key} className="truncate" title={member.insight}>
              <span className="numbers mr-1.5 inline-block min-w-6 rounded bg-hover px-1 text-center text-ink-soft">
                {member.ordinal + 1}
              </span>
              {member.insight}
            </li>
          ))}
        </ul>
        <Edits edits={group.edits} label={`Edits of ${group.name}`} />
      </div>
    </details>
  );
}

function Edits({ edits, label }: { edits: readonly string[]; label: string }) {
  if (edits.length === 0) return null;
  return (
    <ScrollBox label={label} className="max-h-60 overflow-y-auto text-xs">
      <ul className="flex flex-col gap-1">
        {edits.map((edit) => (
          <li key={edit} className="border-honey-line border-l-2 pl-2 text-ink-soft">
            {edit}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}
