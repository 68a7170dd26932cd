'use client';

import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { MAY_NOT_ADMINISTER, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { ApiKeyView } from '@/lib/contracts/keys';
import { rightsOfKey } from '@/lib/view/key-words';
import { word } from '@/lib/view/list-rows';
import { KeyDialog } from './key-dialog';
import { KeysDoor, KeyTable } from './key-table';
import { API_KEYS, useKeys } from './use-keys';

const ROLE = word<ApiKeyView>('permissions', rightsOfKey);

export function KeysPanel() {
  const { mayAdminister } = useViewer();
  const keys = useKeys(mayAdminister);
  const [adds, setAdds] = useState(false);
  if (!mayAdminister)
    return (
      <Card flush>
        <EmptyState icon={KeyRound} title="Keys are the owners’ business">
          {MAY_NOT_ADMINISTER}
        </EmptyState>
      </Card>
    );
  const add = (
    <Button variant="primary" onClick={() => setAdds(true)}>
      <Plus aria-hidden /> New key
    </Button>
  );
  return (
    <>
      <Card
        flush
        title="API keys"
        description="A machine’s way in: sent as Authorization: Bearer, with the role that you give it, or as a runner."
        actions={
          <>
            {add}
            <KeysDoor caption="API keys" keys={keys.data ?? []} rights={ROLE} />
          </>
        }
      >
        {keys.isPending ? <SkeletonRows label="Loading keys" rows={3} /> : null}
        {keys.isError ? (
          <ProblemNotice className="m-4" error={keys.error} onRetry={() => keys.refetch()} />
        ) : null}
        {keys.data?.length === 0 ? (
          <EmptyState icon={KeyRound} title="No key yet" action={add}>
            Make one for a script or for your continuous integration.
          </EmptyState>
        ) : null}
        {keys.data && keys.data.length > 0 ? (
          <KeyTable
            caption="API keys"
            keys={keys.data}
            listed={API_KEYS}
            rights={{ head: 'Permissions', of: rightsOfKey }}
            consequence="Whatever uses it is refused from this moment on."
          />
        ) : null}
      </Card>
      {adds ? <KeyDialog onClose={() => setAdds(false)} /> : null}
    </>
  );
}
