'use client';

import { Link2, Unlink } from 'lucide-react';
import { useId, useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { tellProblem } from '@/components/api/tell-problem';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import { SHARE_DAYS_DEFAULT, SHARE_DAYS_MAX, type ShareView } from '@/lib/contracts/shares';
import { useShareSteps, useShares } from './use-shares';

/** Links that show this version to people without an account: made, seen once, revoked. */
export function ShareDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const formId = useId();
  const shares = useShares(reportId);
  const { create } = useShareSteps(reportId);
  const [days, setDays] = useState(String(SHARE_DAYS_DEFAULT));
  const address = create.data ? `${window.location.origin}${create.data.path}` : null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share read-only"
      description="Every holder of the link sees this version, its state and its hash, and nothing else of the workspace."
    >
      <div className="flex flex-col gap-4">
        {create.error ? <ProblemNotice error={create.error} /> : null}
        {address ? (
          <div className="flex flex-col gap-2">
            <Notice tone="honey">
              Copy it now. Waggle keeps only a hash of it and cannot show it again.
            </Notice>
            <div className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1.5 pr-1.5 pl-3">
              <code className="min-w-0 flex-1 break-all font-mono text-xs" data-testid="secret">
                {address}
              </code>
              <CopyButton text={address} what="the link" label="Copy" />
            </div>
          </div>
        ) : null}
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            create.mutate(Number(days));
          }}
        >
          <Field
            id={`${formId}-days`}
            label={`Days until it expires, 1 to ${SHARE_DAYS_MAX}`}
            fault={faultsOf(create.error)('expiresInDays')}
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={1}
                max={SHARE_DAYS_MAX}
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={create.isPending}>
            <Link2 aria-hidden /> Make a link
          </Button>
        </form>
        {shares.isPending ? <SkeletonRows label="Loading the links" rows={2} /> : null}
        {shares.isError ? <ProblemNotice error={shares.error} onRetry={() => shares.refetch()} /> : null}
        {shares.data?.length === 0 ? (
          <p className="text-[0.8125rem] text-ink-faint">No link was made yet.</p>
        ) : null}
        <ul aria-label="Links" className="divide-y divide-line">
          {shares.data?.map((share) => (
            <ShareLine key={share.id} share={share} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function ShareLine({ share }: { share: ShareView }) {
  const { revoke } = useShareSteps(share.reportId);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-[0.8125rem]">
      <Badge tone={share.state === 'open' ? 'good' : 'neutral'}>
        {share.state === 'open' ? 'Open' : share.state === 'expired' ? 'Expired' : 'Revoked'}
      </Badge>
      <span className="min-w-0 flex-1 basis-48 text-ink-faint text-xs">
        by {share.createdBy}, until <Time at={share.expiresAt} />,{' '}
        {share.lastUsedAt ? (
          <>
            last opened <Time at={share.lastUsedAt} />
          </>
        ) : (
          'never opened'
        )}
      </span>
      {share.state === 'open' ? (
        <Button
          size="sm"
          variant="danger"
          busy={revoke.isPending}
          onClick={() => revoke.mutate(share.id, { onError: tellProblem })}
        >
          <Unlink aria-hidden /> Revoke
        </Button>
      ) : null}
    </li>
  );
}
