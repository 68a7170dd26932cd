'use client';

import { useRouter } from 'next/navigation';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import type { AgentRolloutView } from '@/lib/contracts/rollout-shapes';
import { costSentence } from '@/lib/view/rollout-facts';
import { useRunAgain } from './use-rollout';

/** The texts of the components, open for editing; the new rollout is then shown next to this one. */
export function AgainDialog({
  rollout,
  onClose,
}: {
  readonly rollout: AgentRolloutView;
  readonly onClose: () => void;
}) {
  const router = useRouter();
  const again = useRunAgain(rollout.id);
  const fault = faultsOf(again.error);
  const submit = (form: FormData) => {
    const texts = rollout.components.map(({ name }) => [name, String(form.get(name) ?? '')]);
    again.mutate(Object.fromEntries(texts), {
      onSuccess: ({ rolloutId }) => router.push(`/rollouts/compare?a=${rollout.id}&b=${rolloutId}`),
    });
  };
  return (
    <FormDialog
      shape="wide"
      title="Run again with an edited prompt"
      description="The same task, agent and seed. The new rollout counts in no run and no score."
      submitLabel="Start rollout"
      busy={again.isPending || again.isSuccess}
      error={again.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Notice tone="info">{costSentence(rollout)}</Notice>
      {rollout.components.map(({ name, text }) => (
        <Field key={name} id={`again-${name}`} label={name} fault={fault(`components.${name}`)}>
          {(control) => (
            <Textarea
              {...control}
              name={name}
              defaultValue={text}
              rows={Math.min(18, Math.max(4, text.split('\n').length + 1))}
              className="font-mono text-xs"
              spellCheck={false}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}
