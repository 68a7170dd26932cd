'use client';

import { useViewer } from '@/components/account/viewer';
import { usePeople } from '@/components/settings/use-people';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { hasOtherApprover } from '@/lib/view/other-approver';

/** Said before the draft: an account that is made after the registration may not approve it. */
export function ApproverNotice() {
  const { userId } = useViewer();
  const { data: people } = usePeople();
  if (people === undefined || hasOtherApprover(people, userId)) return null;
  return (
    <Notice tone="honey" title="No one here may approve it yet">
      By drafting it you become its author.{' '}
      <Link href="/settings?tab=people" className="underline underline-offset-2">
        Add a reviewer or an owner
      </Link>{' '}
      first: an account made after the canary is registered may not approve it.
    </Notice>
  );
}
