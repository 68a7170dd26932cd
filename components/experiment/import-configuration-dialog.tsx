'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, useId, useState } from 'react';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import type { ConfigurationCheckView } from '@/lib/contracts/configuration-files';
import { plural } from '@/lib/view/numbers';
import { MappedAgent, MappedProvider, MappedSplit, MappedTask } from './mapped-id';
import { useImportConfiguration } from './use-configuration-file';

interface ImportConfigurationDialogProps {
  readonly text: string;
  readonly check: ConfigurationCheckView;
  readonly onClose: () => void;
}

const KINDS = { task: MappedTask, split: MappedSplit, agent: MappedAgent, provider: MappedProvider } as const;

/** Obstacles to an import: the faults of the file, or the objects of this workspace that replace what it names. */
export function ImportConfigurationDialog({ text, check, onClose }: ImportConfigurationDialogProps) {
  if (check.faults.length > 0) return <FaultsDialog check={check} onClose={onClose} />;
  return <MappingDialog text={text} check={check} onClose={onClose} />;
}

function FaultsDialog({ check, onClose }: Omit<ImportConfigurationDialogProps, 'text'>) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="This file cannot be imported"
      description="Fix the named faults, or export a configuration and change that."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ul className="flex flex-col gap-1.5 text-[0.8125rem]">
        {check.faults.map(({ path, message }) => (
          <li key={`${path}-${message}`} className="break-words">
            <span className="font-mono text-xs">{path}</span>: {message}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function MappingDialog({ text, check, onClose }: ImportConfigurationDialogProps) {
  const formId = useId();
  const router = useRouter();
  const read = useImportConfiguration();
  const [name, setName] = useState(check.name ?? '');
  const [map, setMap] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const fault = faultsOf(read.error);
  const missing = check.foreign.filter(({ id }) => (map[id] ?? '') === '');
  const taken =
    check.isNameTaken && (name.trim() === '' || name.trim() === check.name)
      ? 'An experiment has this name already: choose another.'
      : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsTried(true);
    if (missing.length > 0 || taken !== undefined) return;
    const named = name.trim() === '' ? {} : { name: name.trim() };
    read.mutate({ text, map, ...named }, { onSuccess: (made) => router.push(`/experiments/${made.id}`) });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import a configuration"
      description={
        check.foreign.length > 0
          ? 'It names what this workspace does not have. Choose what the new experiment uses instead.'
          : undefined
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={read.isPending || read.isSuccess}>
            Create experiment
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4" noValidate>
        {read.isError ? <ProblemNotice error={read.error} /> : null}
        {isTried && missing.length > 0 ? (
          <Notice tone="bad" urgent>
            {plural(missing.length, 'choice is', 'choices are')} missing.
          </Notice>
        ) : null}
        <Field id={`${formId}-name`} label="Name" hint="Of the new experiment" fault={taken ?? fault('name')}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        {check.foreign.map((foreign) => {
          const Mapped = KINDS[foreign.what];
          const value = map[foreign.id] ?? '';
          const unchosen =
            isTried && value === '' ? `Choose a ${foreign.what} of this workspace.` : undefined;
          return (
            <Mapped
              key={foreign.id}
              foreign={foreign}
              value={value}
              fault={unchosen ?? fault(`map.${foreign.id}`)}
              onChange={(id) => setMap((before) => ({ ...before, [foreign.id]: id }))}
            />
          );
        })}
      </form>
    </Dialog>
  );
}
