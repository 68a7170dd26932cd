'use client';

import { Bell } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useViewer } from '@/components/account/viewer';
import { useNoticeCount } from '@/components/notice/use-notices';
import { useInboxCount } from '@/components/review/use-inbox';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link';

/** The way to what waits for the reader, with its number: a line of the side, a button of the phone's head. */
export function InboxLink({ compact }: { compact?: boolean }) {
  const isPerson = useViewer().userId !== null;
  const mentions = useInboxCount(isPerson);
  const notices = useNoticeCount(isPerson);
  const count = mentions + notices;
  const isHere = usePathname() === '/notices';
  const shown = count > 99 ? '99+' : String(count);
  return (
    <Link
      href="/notices"
      aria-current={isHere ? 'page' : undefined}
      aria-label={count === 0 ? 'Notices' : `Notices, ${count} waiting`}
      className={classNames(
        'relative flex items-center gap-2.5 rounded-md font-medium text-[0.8125rem] transition-colors',
        compact ? 'size-9 justify-center' : 'mx-2 h-8.5 px-2.5',
        isHere ? 'bg-hover text-ink' : 'text-ink-soft hover:bg-sunken hover:text-ink',
      )}
    >
      <Bell className={classNames('size-4', isHere ? 'text-honey-text' : 'text-ink-faint')} aria-hidden />
      {compact ? null : 'Notices'}
      {count === 0 ? null : (
        <span
          aria-hidden
          className={classNames(
            'numbers flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-honey px-1 font-semibold text-[0.6875rem] text-honey-ink',
            compact ? 'absolute top-0.5 right-0 h-4 min-w-4 text-[0.625rem]' : 'ml-auto',
          )}
        >
          {shown}
        </span>
      )}
    </Link>
  );
}
