'use client';

import { FormDialog } from '@/components/api/form-dialog';
import { useContractForm } from '@/components/api/use-contract-form';
import { useSetAgentSecret } from '@/components/queries/use-agents';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { AgentView } from '@/lib/contracts/agent-shapes';
import { agentSecretBody } from '@/lib/contracts/agents';
import { headerOfAgent } from '@/lib/domain/agent-reach';

/** Sets or removes the value of the header; the value is never shown again. */
export function SecretDialog({ agent, onClose }: { agent: AgentView; onClose: () => void }) {
  const save = useSetAgentSecret(agent.id);
  const form = useContractForm({
    defaultValues: { secret: '' },
    schema: agentSecretBody,
    bodyOf: (values) => values,
    send: async ({ secret }) => {
      await save.mutateAsync(secret);
      onClose();
    },
  });
  const header = headerOfAgent(agent.settings);
  return (
    <FormDialog
      title={`Secret of ${agent.name}`}
      description="Kept encrypted, sent to the agent only, and never shown again."
      submitLabel="Save secret"
      busy={save.isPending}
      error={form.problem}
      onSubmit={(_, fields) => void form.submit(fields)}
      onClose={onClose}
    >
      <Field id="agent-secret" label={`Value of ${header ?? 'the header'}`} fault={form.fault('secret')}>
        {(control) => (
          <Input {...control} {...form.register('secret')} type="password" autoComplete="off" autoFocus />
        )}
      </Field>
      {agent.hasSecret ? (
        <Button
          variant="danger"
          size="sm"
          className="self-start"
          busy={save.isPending}
          onClick={() => save.mutate(null, { onSuccess: onClose })}
        >
          Remove secret
        </Button>
      ) : null}
    </FormDialog>
  );
}
