'use client';

import { Archive } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { tellProblem } from '@/components/api/tell-problem';
import { useArchiveIntake } from '@/components/queries/use-intakes';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

/** Archives a draft after a confirmation: its text stays, but can no longer be changed. */
export function ArchiveButton({ id, name }: { id: string; name: string }) {
  const router = useRouter();
  const archive = useArchiveIntake();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setAsks(true)}>
        <Archive aria-hidden /> Archive
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Archive ${name}?`}
        confirmLabel="Archive"
        busy={archive.isPending}
        onConfirm={() =>
          archive.mutate(id, { onError: tellProblem, onSuccess: () => router.push('/intakes') })
        }
      >
        It leaves the list and can no longer be changed; its address still shows it.
      </ConfirmDialog>
    </>
  );
}
