'use client';

import { Database } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { useSettled } from '@/components/api/use-settled';
import { PartInputs } from '@/components/dataset/part-inputs';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { SPLIT_NAMES, type SplitName } from '@/lib/domain/split';
import { EXAMPLE_TRACES_MAX, TRACE_SPLITS, type TraceSplit } from '@/lib/domain/trace-examples';
import type { TraceFilter } from '@/lib/domain/trace-filter';
import type { PartNumbers } from '@/lib/view/split-draft';
import { TRACE_SPLIT_WORDS } from '@/lib/view/trace-example-words';
import { traceFilterWords } from '@/lib/view/trace-filter-address';
import { DatasetForecast } from './dataset-forecast';
import { useMakeTraceDataset, useTraceDatasetForecast } from './use-traces';

interface Filtered {
  readonly filter: TraceFilter;
}

/** Button that opens the form for a data set of the filtered traces. */
export function MakeDatasetButton({ filter }: Filtered) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Database aria-hidden /> Make a data set
      </Button>
      {isOpen ? <MakeDatasetDialog filter={filter} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const COUNT = 1_000;
const NAME_MAX = 120;
const SHARES: PartNumbers = { train: '50', selection: '10', heldOut: '30', confirmation: '10' };

/** The form shows what would be made before anything is. */
export function MakeDatasetDialog({ filter, onClose }: Filtered & { readonly onClose: () => void }) {
  const router = useRouter();
  const make = useMakeTraceDataset();
  const [name, setName] = useState(() => nameOf(filter));
  const [splitBy, setSplitBy] = useState<TraceSplit>('session');
  const [count, setCount] = useState(String(COUNT));
  const [shares, setShares] = useState(SHARES);
  const plan = {
    ...{ filter, splitBy, seed: 0, expectedFrom: 'rightOutput' as const, description: '' },
    count: Math.min(EXAMPLE_TRACES_MAX, Math.max(2, Math.round(Number(count)) || COUNT)),
    shares: Object.fromEntries(
      SPLIT_NAMES.map((part) => [part, Math.min(1, Math.max(0, Number(shares[part]) / 100 || 0))]),
    ) as Record<SplitName, number>,
  };
  const settled = useSettled(plan);
  const forecast = useTraceDatasetForecast(settled);
  const isOld = forecast.isPlaceholderData || JSON.stringify(settled) !== JSON.stringify(plan);
  const refusal = isOld ? undefined : forecast.data?.refusal?.sentence;
  const fault = faultsOf(make.error);
  return (
    <FormDialog
      title="Make a data set"
      description="The task of a trace becomes the question, an output with a score of 1 the expected answer."
      submitLabel="Make data set"
      busy={make.isPending || make.isSuccess}
      blocked={refusal ?? (isOld || !forecast.isSuccess ? 'The forecast is not there yet.' : undefined)}
      error={make.error}
      onSubmit={() =>
        make.mutate({ ...plan, name }, { onSuccess: ({ id }) => router.push(`/datasets/${id}`) })
      }
      onClose={onClose}
    >
      <Field id="trace-dataset-name" label="Name" fault={fault('name')}>
        {(control) => (
          <Input {...control} value={name} onChange={(event) => setName(event.target.value)} autoFocus />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="trace-dataset-by" label="Split by" hint={TRACE_SPLIT_WORDS[splitBy].hint}>
          {(control) => (
            <Select
              {...control}
              value={splitBy}
              onChange={(event) => setSplitBy(event.target.value as TraceSplit)}
            >
              {TRACE_SPLITS.map((one) => (
                <option key={one} value={one}>
                  {TRACE_SPLIT_WORDS[one].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          id="trace-dataset-count"
          label="Examples at most"
          hint="At most 5,000: all tasks are compared."
          fault={fault('count')}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min={2}
              max={EXAMPLE_TRACES_MAX}
              value={count}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </Field>
      </div>
      <PartInputs id="trace-share" unit="%" values={shares} onChange={setShares} />
      <DatasetForecast forecast={forecast} isOld={isOld} />
    </FormDialog>
  );
}

function nameOf(filter: TraceFilter): string {
  const words = traceFilterWords(filter);
  return words.length === 0 ? 'All traces' : `Traces: ${words.join(', ')}`.slice(0, NAME_MAX);
}
