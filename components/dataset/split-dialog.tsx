'use client';

import { useState } from 'react';
import { FormDialog } from '@/components/api/form-dialog';
import { faultsOf } from '@/components/api/form-values';
import { Field } from '@/components/ui/field';
import { Input, Select } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { Term } from '@/components/ui/term';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { plural } from '@/lib/view/numbers';
import { openSplitDraft, ruleOf, type SplitDraft } from '@/lib/view/split-draft';
import { partsOf } from '@/lib/view/split-power';
import { PartInputs } from './part-inputs';
import { SourceRules } from './source-rules';
import { SplitPowerNote } from './split-power-note';
import { useRegisterSplit } from './use-datasets';

const HINTS: Readonly<Record<SplitDraft['mode'], string>> = {
  shares: 'Percent of all examples, by content hash: the same set always gives the same split.',
  counts: 'Numbers of examples, drawn in the order of the content hash. The rest belongs to none.',
  bySource: 'A rule for each file, as in: 250 / 100 / 150 of the training file, the second file as held-out.',
};

export function SplitDialog({ dataset, onClose }: { dataset: DatasetDetail; onClose: () => void }) {
  const register = useRegisterSplit(dataset.id);
  const [name, setName] = useState('First split');
  const [salt, setSalt] = useState('');
  const [draft, setDraft] = useState(() =>
    openSplitDraft(
      dataset.sources.map((one) => one.source),
      dataset.exampleCount,
    ),
  );
  const change = (part: Partial<SplitDraft>) => setDraft((now) => ({ ...now, ...part }));
  const fault = faultsOf(register.error);
  const submit = () => {
    register.mutate({ name, salt, rule: ruleOf(draft) }, { onSuccess: onClose });
  };
  const sourceSizes = new Map(dataset.sources.map((one) => [one.source, one.examples]));
  return (
    <FormDialog
      shape={draft.mode === 'bySource' ? 'wide' : 'box'}
      title="Register a split"
      description={
        <>
          {plural(dataset.exampleCount, 'example')}. Needs at least one in train and one in{' '}
          <Term id="held-out" />.
        </>
      }
      submitLabel="Register"
      busy={register.isPending}
      error={register.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field id="split-name" label="Name" fault={fault('name')}>
        {(control) => (
          <Input {...control} value={name} onChange={(event) => setName(event.target.value)} autoFocus />
        )}
      </Field>
      <div className="flex flex-col gap-1.5">
        <Segmented
          label="How to part"
          value={draft.mode}
          onChange={(mode) => change({ mode })}
          options={[
            { value: 'shares', label: 'Shares' },
            { value: 'counts', label: 'Counts' },
            { value: 'bySource', label: 'By file' },
          ]}
        />
        <p className="text-ink-faint text-xs">{HINTS[draft.mode]}</p>
      </div>
      {draft.mode === 'shares' ? (
        <>
          <PartInputs id="share" unit="%" values={draft.shares} onChange={(shares) => change({ shares })} />
          <Field id="split-by" label="What stays together">
            {(control) => (
              <Select
                {...control}
                value={draft.by}
                onChange={(event) => change({ by: event.target.value as SplitDraft['by'] })}
              >
                <option value="content">Examples that say the same</option>
                <option value="group" disabled={dataset.groups === 0}>
                  Examples of one group
                </option>
              </Select>
            )}
          </Field>
        </>
      ) : null}
      {draft.mode === 'counts' ? (
        <PartInputs id="count" values={draft.counts} onChange={(counts) => change({ counts })} />
      ) : null}
      {draft.mode === 'bySource' ? (
        <SourceRules
          sources={draft.sources}
          sizes={sourceSizes}
          onChange={(sources) => change({ sources })}
        />
      ) : null}
      <SplitPowerNote parts={partsOf(draft, dataset.exampleCount)} />
      <Field
        id="split-salt"
        label="Salt"
        optional
        hint="Another salt gives another partition"
        fault={fault('salt')}
      >
        {(control) => <Input {...control} value={salt} onChange={(event) => setSalt(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
