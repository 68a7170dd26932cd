'use client';

import { AtSign, CheckCheck, Gavel } from 'lucide-react';
import Markdown from 'react-markdown';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { itemsOf } from '@/components/api/use-pages';
import { NoticeCard } from '@/components/notice/notice-card';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { PageHeader } from '@/components/ui/page-header';
import { ShowMore } from '@/components/ui/show-more';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { InboxView as Inbox, MentionView } from '@/lib/contracts/mentions';
import { sectionWords } from '@/lib/view/review-words';
import { useInbox, useMarkRead } from './use-inbox';

/** Tasks that wait for the reader: reviews to decide, notices of canaries, and comments that mention them. */
export function InboxView() {
  const inbox = useInbox();
  const read = useMarkRead();
  const first = inbox.data?.pages[0];
  const items = itemsOf(inbox);
  return (
    <>
      <PageHeader
        title="Notices"
        description="What waits for your decision, what happened to canaries, and comments that mention you."
        actions={
          first && first.unread > 0 ? (
            <Button busy={read.isPending} onClick={() => read.mutate(undefined, { onError: tellProblem })}>
              <CheckCheck aria-hidden /> Mark all mentions as read
            </Button>
          ) : null
        }
      />
      <div className="flex min-w-0 flex-col gap-4">
        {inbox.isError ? <ProblemNotice error={inbox.error} onRetry={() => inbox.refetch()} /> : null}
        {first && first.waiting.length > 0 ? <WaitingCard waiting={first.waiting} /> : null}
        <NoticeCard />
        <Card title="Mentions" flush>
          {inbox.isPending ? <SkeletonRows label="Loading the mentions" /> : null}
          {first && items.length === 0 ? (
            <EmptyState icon={AtSign} title="No mentions of you">
              A comment on a report with @ and your name or e-mail address shows up here.
            </EmptyState>
          ) : null}
          {items.length > 0 ? (
            <ul aria-label="Mentions" className="divide-y divide-line border-line border-t">
              {items.map((mention) => (
                <MentionLine
                  key={mention.commentId}
                  mention={mention}
                  onOpen={() => read.mutate([mention.commentId])}
                />
              ))}
            </ul>
          ) : null}
          <ShowMore
            hasMore={inbox.hasNextPage}
            isLoading={inbox.isFetchingNextPage}
            onMore={() => void inbox.fetchNextPage()}
          />
        </Card>
      </div>
    </>
  );
}

function WaitingCard({ waiting }: { waiting: Inbox['waiting'] }) {
  return (
    <Card title="Waiting for your decision" flush>
      <ul aria-label="Waiting for your decision" className="divide-y divide-line border-line border-t">
        {waiting.map((asked) => (
          <li key={asked.reportId}>
            <Link
              href={`/reports/${asked.reportId}`}
              className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-[0.8125rem] hover:bg-hover"
            >
              <Gavel className="size-4 shrink-0 text-honey-text" aria-hidden />
              <span className="min-w-0 flex-1 basis-48 break-words font-medium">
                {asked.reportTitle}, version {asked.version}
              </span>
              <span className="text-ink-faint text-xs">
                asked by {asked.askedBy}, <Time at={asked.askedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The comment's words alone: the whole line is one link, so nothing in it may be another. */
function MentionLine({ mention, onOpen }: { mention: MentionView; onOpen: () => void }) {
  const isUnread = mention.readAt === null;
  return (
    <li>
      <Link
        href={`/reports/${mention.reportId}#${mention.commentId}`}
        onClick={isUnread ? onOpen : undefined}
        className="flex min-w-0 flex-col gap-1 px-4 py-3 text-[0.8125rem] hover:bg-hover"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {isUnread ? <Badge tone="honey">Unread</Badge> : null}
          <span className={classNames('min-w-0 break-words', isUnread && 'font-medium')}>
            {mention.author} on {mention.reportTitle}, version {mention.version}
          </span>
          <span className="text-ink-faint text-xs">
            {sectionWords(mention.section, [])} · <Time at={mention.createdAt} />
          </span>
        </span>
        <span className="line-clamp-2 break-words text-ink-soft">
          <Markdown allowedElements={[]} unwrapDisallowed>
            {mention.body}
          </Markdown>
        </span>
      </Link>
    </li>
  );
}
