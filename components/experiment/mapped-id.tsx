'use client';

import { type ReactNode, useId, useState } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { useDatasets, useSplits } from '@/components/dataset/use-datasets';
import { useAgentChoices } from '@/components/queries/use-agents';
import { useProviders } from '@/components/settings/use-providers';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import type { ConfigurationCheckView } from '@/lib/contracts/configuration-files';
import { useTasks } from './use-choices';

/** Fields that put something of this workspace in the place of an id that only another one knows. */
interface MappedIdProps {
  readonly foreign: ConfigurationCheckView['foreign'][number];
  /** Empty until one is chosen. */
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (id: string) => void;
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly value: string;
  readonly first: string;
  readonly choices: readonly Choice[];
  readonly onChange: (id: string) => void;
}

function ChoiceField({ label, hint, fault, value, first, choices, onChange }: ChoiceFieldProps) {
  return (
    <Field id={useId()} label={label} hint={hint} fault={fault}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{first}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const InFile = ({ id }: { id: string }) => (
  <>
    In the file: <span className="wrap-anywhere font-mono">{id}</span>
  </>
);

export function MappedTask({ foreign, value, fault, onChange }: MappedIdProps) {
  const tasks = useTasks();
  if (tasks.isError) return <ProblemNotice error={tasks.error} onRetry={() => tasks.refetch()} />;
  return (
    <ChoiceField
      label="Task"
      hint={<InFile id={foreign.id} />}
      fault={fault}
      value={value}
      first={tasks.isSuccess && tasks.data.length === 0 ? 'There is no task here yet' : 'Choose a task'}
      choices={tasks.data ?? []}
      onChange={onChange}
    />
  );
}

export function MappedAgent({ foreign, value, fault, onChange }: MappedIdProps) {
  const agents = useAgentChoices();
  if (agents.isError) return <ProblemNotice error={agents.error} onRetry={() => agents.refetch()} />;
  return (
    <ChoiceField
      label="Agent"
      hint={<InFile id={foreign.id} />}
      fault={fault}
      value={value}
      first={agents.data?.length === 0 ? 'No agent exists yet' : 'Choose an agent'}
      choices={agents.data ?? []}
      onChange={onChange}
    />
  );
}

/** A split belongs to a data set, which is chosen first. */
export function MappedSplit({ foreign, value, fault, onChange }: MappedIdProps) {
  const [datasetId, setDatasetId] = useState('');
  const datasets = useDatasets();
  const splits = useSplits(datasetId === '' ? null : datasetId);
  if (datasets.isError) return <ProblemNotice error={datasets.error} onRetry={() => datasets.refetch()} />;
  if (splits.isError) return <ProblemNotice error={splits.error} onRetry={() => splits.refetch()} />;
  const hasNone = datasetId !== '' && splits.isSuccess && splits.data.length === 0;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        label="Data set"
        value={datasetId}
        first="Choose a data set"
        choices={datasets.data?.pages.flatMap((page) => page.items) ?? []}
        onChange={(id) => {
          setDatasetId(id);
          onChange('');
        }}
      />
      <ChoiceField
        label="Registered split"
        hint={
          hasNone ? (
            <Link className="underline underline-offset-2" href={`/datasets/${datasetId}`}>
              Register one for this data set
            </Link>
          ) : (
            <InFile id={foreign.id} />
          )
        }
        fault={fault}
        value={value}
        first={
          datasetId === '' ? 'Choose a data set first' : hasNone ? 'It has no split yet' : 'Choose a split'
        }
        choices={splits.data ?? []}
        onChange={onChange}
      />
    </div>
  );
}

export function MappedProvider({ foreign, value, fault, onChange }: MappedIdProps) {
  const providers = useProviders();
  if (providers.isError) return <ProblemNotice error={providers.error} onRetry={() => providers.refetch()} />;
  const chosen = providers.data?.find(({ id }) => id === value);
  const lacking = chosen
    ? foreign.models.filter((wanted) => chosen.models.every(({ name }) => name !== wanted))
    : [];
  return (
    <ChoiceField
      label="Provider"
      hint={
        lacking.length > 0 ? (
          `It does not offer ${lacking.join(', ')} yet: add that in the settings, or choose other models in the experiment before it runs.`
        ) : (
          <>
            <InFile id={foreign.id} />, for {foreign.models.join(', ')}
          </>
        )
      }
      fault={fault}
      value={value}
      first={
        providers.isSuccess && providers.data.length === 0
          ? 'There is no provider here yet'
          : 'Choose a provider'
      }
      choices={providers.data ?? []}
      onChange={onChange}
    />
  );
}
