'use client';

import { GraduationCap } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { tellProblem } from '@/components/api/tell-problem';
import { useLearnFromFailures } from '@/components/queries/use-learn-from-failures';
import { Button } from '@/components/ui/button';
import { learnAddress } from '@/lib/view/trace-filter-address';

/** Makes an experiment that starts from a slot's live prompt, and opens its plan over the failed traces of the last week. */
export function LearnFromFailures({ slotId }: { readonly slotId: string }) {
  const router = useRouter();
  const learn = useLearnFromFailures(slotId);
  return (
    <Button
      title="Failed traces of the last 7 days, and an experiment that starts from the live prompt"
      busy={learn.isPending || learn.isSuccess}
      onClick={() =>
        learn.mutate(undefined, {
          onSuccess: ({ experiment, filter, count }) =>
            router.push(learnAddress(filter, { experimentId: experiment.id, count })),
          onError: tellProblem,
        })
      }
    >
      <GraduationCap aria-hidden /> Learn from failures
    </Button>
  );
}
