'use client';

import {
  AtSign,
  Bell,
  CheckCheck,
  CircleCheck,
  Gavel,
  type LucideIcon,
  OctagonAlert,
  Radio,
  Scale,
  Undo2,
  VolumeX,
} from 'lucide-react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { NoticeView } from '@/lib/contracts/notices';
import { canaryPath, type EventKind } from '@/lib/domain/workspace-event';
import { eventWords } from '@/lib/view/event-words';
import { useNotices, useReadNotices } from './use-notices';

const ICONS: Readonly<Record<EventKind, LucideIcon>> = {
  'approval.requested': Gavel,
  'approval.given': CircleCheck,
  'approval.changesRequested': OctagonAlert,
  'canary.verdict': Scale,
  'canary.live': Radio,
  'canary.promoted': CircleCheck,
  'canary.rolledBack': Undo2,
  'canary.silent': VolumeX,
  'comment.mentioned': AtSign,
};

/** Notices to the reader about canaries and their approvals, newest first. */
export function NoticeCard() {
  const notices = useNotices();
  const read = useReadNotices();
  const items = itemsOf(notices);
  const unread = notices.data?.pages[0]?.unread ?? 0;
  return (
    <Card
      title="Notices"
      flush
      actions={
        unread > 0 ? (
          <Button
            size="sm"
            busy={read.isPending}
            onClick={() => read.mutate(undefined, { onError: tellProblem })}
          >
            <CheckCheck aria-hidden /> Mark all notices as read
          </Button>
        ) : null
      }
    >
      {notices.isPending ? <SkeletonRows label="Loading the notices" /> : null}
      {notices.isError ? (
        <ProblemNotice className="m-4" error={notices.error} onRetry={() => notices.refetch()} />
      ) : null}
      {notices.isSuccess && items.length === 0 ? (
        <EmptyState icon={Bell} title="Nothing has happened yet">
          Approvals, verdicts and rollbacks of the canaries of this workspace show up here.
        </EmptyState>
      ) : null}
      {items.length > 0 ? (
        <ul aria-label="Notices" className="divide-y divide-line border-line border-t">
          {items.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} onOpen={() => read.mutate([notice.id])} />
          ))}
        </ul>
      ) : null}
      <ShowMore
        hasMore={notices.hasNextPage}
        isLoading={notices.isFetchingNextPage}
        onMore={() => void notices.fetchNextPage()}
      />
    </Card>
  );
}

function NoticeLine({ notice, onOpen }: { notice: NoticeView; onOpen: () => void }) {
  const { kind, text, canaryId, createdAt, readAt } = notice;
  const isUnread = readAt === null;
  const Icon = ICONS[kind];
  return (
    <li>
      <Link
        href={canaryPath(canaryId)}
        onClick={isUnread ? onOpen : undefined}
        className="flex min-w-0 items-start gap-3 px-4 py-3 text-[0.8125rem] hover:bg-hover"
      >
        <Icon className="mt-0.5 size-4 shrink-0 text-honey-text" aria-hidden />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className={classNames('min-w-0 break-words', isUnread && 'font-medium')}>{text}</span>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
            {isUnread ? <Badge tone="honey">Unread</Badge> : null}
            <span>
              {eventWords(kind)} · <Time at={createdAt} />
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
