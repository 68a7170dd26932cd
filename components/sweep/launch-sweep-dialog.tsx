'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { blockedBy } from '@/components/ui/blocked-button';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import type { ExperimentView } from '@/lib/contracts/experiments';
import { plural } from '@/lib/view/numbers';
import { FRESH_SWEEP, prepareSweepDraft } from '@/lib/view/sweep-draft';
import { EstimatePanel } from './estimate-panel';
import { SweepFields } from './sweep-fields';
import { useLaunchSweep, useSweepEstimate } from './use-sweeps';

/** Arms, sizes, seeds and one budget; what it is expected to take follows every change. */
export function LaunchSweepDialog({
  experiment,
  onClose,
}: {
  experiment: ExperimentView;
  onClose: () => void;
}) {
  const router = useRouter();
  const [draft, setDraft] = useState(FRESH_SWEEP);
  const prepared = prepareSweepDraft(experiment.id, draft);
  const estimate = useSweepEstimate(prepared.request);
  const launch = useLaunchSweep();
  const refused = faultsOf(launch.error ?? estimate.error);
  const submit = () => {
    if (prepared.request === null) return;
    launch.mutate(prepared.request, { onSuccess: (sweep) => router.push(`/sweeps/${sweep.id}`) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title={`Sweep ${experiment.name}`}
      description="Every combination is a run of its own under one budget; none of them can be promoted."
      footer={
        <>
          {/* Beside the button: the dialog is longer than a screen, and a refusal must not scroll away. */}
          {launch.isError ? <ProblemNotice className="w-full" error={launch.error} /> : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            blocked={blockedBy(
              prepared.request === null ? 'Correct the fields that are marked.' : estimate.data?.refusal,
            )}
            busy={launch.isPending || launch.isSuccess}
            onClick={submit}
          >
            Launch {plural(prepared.cells, 'cell')}
          </Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        <SweepFields
          draft={draft}
          fault={(path) =>
            (path === 'budget' ? undefined : prepared.faults[path]) ?? refused(FIELD_PATHS[path] ?? path)
          }
          onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
        />
        <EstimatePanel estimate={estimate} isReadable={prepared.request !== null} />
      </div>
    </Dialog>
  );
}

/** Where the API calls a field by another name. */
const FIELD_PATHS: Readonly<Record<string, string>> = {
  usd: 'budget.usd',
  tokens: 'budget.tokens',
  rollouts: 'budget.rollouts',
  minutes: 'budget.wallMs',
};
