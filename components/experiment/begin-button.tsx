'use client';

import { ListChecks } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { NO_EXPERIMENTS, useViewer } from '@/components/account/viewer';
import { tellProblem } from '@/components/api/tell-problem';
import { useCreateIntake } from '@/components/queries/use-intakes';
import { Button } from '@/components/ui/button';

/** Names of experiments are unique, so a draft begins with one that tells when it was begun. */
const newName = () => `Guided experiment, ${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`;

interface BeginButtonProps {
  readonly primary?: boolean;
  readonly label?: string;
}

/** Begins a draft and goes to it. The name can be changed at any time. */
export function BeginButton({ primary, label = 'Guided set-up' }: BeginButtonProps) {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const create = useCreateIntake();
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      blocked={mayExperiment ? undefined : NO_EXPERIMENTS}
      busy={create.isPending || create.isSuccess}
      onClick={() =>
        create.mutate(newName(), {
          onError: tellProblem,
          onSuccess: ({ id }) => router.push(`/intakes/${id}`),
        })
      }
    >
      <ListChecks aria-hidden /> {label}
    </Button>
  );
}
