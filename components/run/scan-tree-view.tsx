'use client';

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
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';
import { ScrollBox } from '@/components/ui/scroll-box';
import type { InsightTrail } from '@/lib/contracts/provenance';
import type { IterationState } from '@/lib/projection/run-state';
import { linesOf, scanTrail } from '@/lib/view/scan-trail';
import { prepareScanTree, type ScanGroup, type SeenShares } from '@/lib/view/scan-tree';
import { SeenShare } from './agent-facts';
import { ReflectionPicker } from './reflection-picker';
import { CombinedEdits, Edits } from './scan-edits';
import { ScanEnds, ScanLines } from './scan-ends';

interface ScanTreeViewProps {
  readonly iteration: IterationState;
  /** Fates of its insights; empty while it is being read and where nothing can be followed. */
  readonly trails: readonly InsightTrail[];
  /** Why some or all lines cannot be led back; null where they can. */
  readonly note: string | null;
  /** How much of its trajectory each reflection read; empty without an agent. */
  readonly seen: SeenShares;
  /** The reflection that is followed, from 0. */
  readonly followed: number | null;
  readonly onFollow: (ordinal: number | null) => void;
  readonly action?: ReactNode;
}

/**
 * Map, shuffle, groups, combined update, playbook: from the top as it happens. One reflection can be followed, down to the
 * lines that it became: its groups stand out and open, and so do the edits that it is in. A line leads back up.
 */
export function ScanTreeView(props: ScanTreeViewProps) {
  const { iteration, trails, note, seen, followed, onFollow, action } = props;
  const tree = prepareScanTree(iteration, seen);
  const trail = tree.reflections.find((one) => one.ordinal === followed) ?? null;
  const way = trail === null ? null : scanTrail(iteration, trails, trail.ordinal);
  return (
    <Card
      title={`Iteration ${iteration.iteration + 1}: what became of its insights?`}
      description={tree.summary}
      actions={action}
    >
      <ol className="relative flex flex-col gap-5 before:absolute before:top-2 before:bottom-2 before:left-[13px] before:w-px before:bg-line">
        <Step icon={Waypoints} name="Map" text={tree.map}>
          <ReflectionPicker
            reflections={tree.reflections}
            followed={trail}
            onFollow={onFollow}
            trace={way?.traceSeq ? <TraceLink seq={way.traceSeq} /> : null}
          />
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
          {tree.latecomers ? <p className="text-ink-faint text-xs">{tree.latecomers}</p> : null}
        </Step>
        <Step icon={Shuffle} name="Augmented shuffle" text={tree.shuffle} />
        <Step icon={Split} name="Level 1" text={tree.level1}>
          <div className="grid gap-2 md:grid-cols-2 2xl:grid-cols-3">
            {tree.groups.map((group) => (
              <GroupBox
                key={`${group.name} ${trail?.ordinal ?? ''}`}
                group={group}
                followed={trail?.ordinal ?? null}
                isOnTrail={trail === null ? null : trail.groups.includes(group.number)}
                lit={way?.edits ?? NONE}
              />
            ))}
          </div>
        </Step>
        <Step icon={Combine} name="Level 2" text={tree.combined}>
          <CombinedEdits edits={tree.edits} trail={trail?.groups ?? null} lit={way?.edits ?? NONE} />
        </Step>
        <Step icon={FilePlus2} name="Playbook" text={tree.outcome}>
          {way === null ? (
            <ScanLines lines={linesOf(trails)} onFollow={onFollow} />
          ) : (
            <ScanEnds ends={way.ends} note={note} />
          )}
          {way === null && note !== null ? <p className="text-ink-faint text-xs">{note}</p> : null}
          {tree.versions ? (
            <Link
              href={`?tab=prompt&view=bullets&from=${tree.versions.from}&to=${tree.versions.to}`}
              className="w-fit text-xs underline decoration-line-strong underline-offset-2 hover:decoration-ink"
            >
              See the bullets that it changed
            </Link>
          ) : null}
        </Step>
      </ol>
    </Card>
  );
}

function TraceLink({ seq }: { seq: number }) {
  return (
    <Button asChild size="sm">
      <Link href={`?tab=rollouts&rollout=${seq}`}>Its trace</Link>
    </Button>
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

const NONE: ReadonlySet<string> = new Set();

interface GroupBoxProps {
  readonly group: ScanGroup;
  readonly followed: number | null;
  /** Null while nothing is followed. */
  readonly isOnTrail: boolean | null;
  readonly lit: ReadonlySet<string>;
}

function GroupBox({ group, followed, isOnTrail, lit }: GroupBoxProps) {
  return (
    <details
      open={isOnTrail === true}
      className={classNames(
        'min-w-0 self-start rounded-md border bg-sunken/60',
        group.failed ? 'border-bad' : isOnTrail ? 'border-honey' : 'border-line',
        isOnTrail === false && 'opacity-55',
        // Opened beside a closed one it would leave a hole.
        isOnTrail && 'col-span-full',
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
        <ScrollBox label={`Reflections in ${group.name}`} className="fade-ends max-h-60 overflow-y-auto">
          <ul className="flex flex-col gap-1 text-ink-faint">
            {group.members.map((member) => (
              <li
                key={member.key}
                className={classNames(
                  'flex shrink-0 items-baseline gap-1.5',
                  member.ordinal === followed && 'rounded bg-honey-wash text-ink',
                )}
                title={member.insight}
              >
                <span className="numbers inline-block min-w-6 shrink-0 rounded bg-hover px-1 text-center text-ink-soft">
                  {member.ordinal + 1}
                </span>
                <span className="min-w-0 flex-1 truncate">{member.insight}</span>
                <SeenShare share={member.seenShare} />
              </li>
            ))}
          </ul>
        </ScrollBox>
        {group.why ? <p className="break-words text-bad">{group.why}</p> : null}
        <Edits edits={group.edits} lit={lit} label={`Edits of ${group.name}`} />
      </div>
    </details>
  );
}
