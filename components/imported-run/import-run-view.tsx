'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { ProblemNotice } from '@/components/api/problem-notice';
import { FaultList } from '@/components/dataset/fault-list';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { ImportedSource } from '@/lib/domain/imported-run';
import { GATE_SENTENCE, SOURCE_WORDS } from '@/lib/view/imported-run-words';
import { plural } from '@/lib/view/numbers';
import { type CurveChoices, CurveMappingForm } from './curve-mapping-form';
import { ImportedCurve } from './imported-curve';
import { FoundList } from './provenance-card';
import { RunFilePicker } from './run-file-picker';
import { EMPTY_STATEMENT, StatementForm } from './statement-form';
import { type PickedFile, useImportRun, usePreviewImportedRun } from './use-imported-runs';

const AS_FOUND: CurveChoices = { source: 'auto', scale: 'share' };

/** Files, the curve that they make, who is responsible for them, and only then the import. */
export function ImportRunView() {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const preview = usePreviewImportedRun();
  const send = useImportRun();
  const [files, setFiles] = useState<readonly PickedFile[]>([]);
  const [choices, setChoices] = useState<CurveChoices>(AS_FOUND);
  const [statement, setStatement] = useState(EMPTY_STATEMENT);
  const [skipFaults, setSkipFaults] = useState(false);

  const look = (next: readonly PickedFile[], chosen: CurveChoices) => {
    setFiles(next);
    setChoices(chosen);
    if (next.length === 0) return preview.reset();
    if (statement.name === '') setStatement({ ...statement, name: nameFrom(next) });
    preview.mutate({ files: next, options: chosen });
  };
  const found = files.length > 0 ? preview.data : undefined;
  const submit = () => {
    const { task, ...stated } = statement;
    const options = { ...choices, ...stated, ...(task === '' ? {} : { task }), skipFaults };
    send.mutate({ files, options }, { onSuccess: (run) => router.push(`/imported-runs/${run.id}`) });
  };
  const faulty = (found?.faultCount ?? 0) > 0;
  return (
    <>
      <PageHeader
        crumbs={[
          { label: 'Experiments', href: '/experiments' },
          { label: 'Imported runs', href: '/imported-runs' },
        ]}
        title="Import a run"
        description="A run that happened elsewhere becomes a serial baseline to look at. Nothing is kept until you press Import."
      />
      {mayExperiment ? null : <Notice tone="honey">{MAY_NOT_EXPERIMENT}</Notice>}
      <div className="flex flex-col gap-4">
        <Card
          title="1. Files"
          description="A GEPA run directory (its JSON parts), an ACE playbook with its results, MLflow metrics, or a curve as CSV or TSV. 32 MB together, gzip too. Pickled state is never read."
        >
          <RunFilePicker files={files} busy={preview.isPending} onChange={(next) => look(next, AS_FOUND)} />
          {preview.isError ? (
            <ProblemNotice className="mt-3" error={preview.error} onRetry={() => look(files, choices)} />
          ) : null}
        </Card>
        {found ? (
          <>
            <Card title="2. What is in them">
              <div className="flex flex-col gap-4">
                <SourceSelect
                  source={found.source}
                  onChange={(source) => look(files, { ...AS_FOUND, source })}
                />
                <CurveMappingForm
                  preview={found}
                  choices={choices}
                  onChange={(chosen) => look(files, chosen)}
                />
              </div>
            </Card>
            {faulty ? (
              <FaultList faults={found.faults} count={found.faultCount}>
                {found.run ? (
                  <Checkbox checked={skipFaults} onCheckedChange={setSkipFaults}>
                    Leave these out and import the rest
                  </Checkbox>
                ) : null}
              </FaultList>
            ) : null}
            {found.run ? (
              <ImportedCurve run={found.run} name={statement.name || 'Imported run'} />
            ) : (
              <Notice tone="honey" title="There is neither a score nor a prompt yet">
                Map the score’s column, choose another reading, or add files.
              </Notice>
            )}
            <Card title="Files">
              <FoundList found={found} />
            </Card>
            <StatementForm
              statement={statement}
              onChange={setStatement}
              error={send.error}
              busy={send.isPending || send.isSuccess}
              onSubmit={submit}
              disabled={!mayExperiment || found.run === null || (faulty && !skipFaults)}
              label={found.run ? `Import ${plural(found.run.points.length, 'point')}` : 'Import'}
              why={faulty && !skipFaults ? 'Fix what is named above, or leave it out.' : GATE_SENTENCE}
            />
          </>
        ) : null}
      </div>
    </>
  );
}

function nameFrom(files: readonly PickedFile[]): string {
  return (files[0]?.path.split('/')[0] ?? '').replace(/(?:\.[a-z]+)+$/i, '');
}

interface SourceSelectProps {
  /** Null where none was recognised: a person may still say which it is. */
  readonly source: ImportedSource | null;
  readonly onChange: (source: ImportedSource) => void;
}

function SourceSelect({ source, onChange }: SourceSelectProps) {
  return (
    <Field id="source" label="Read as" className="max-w-72">
      {(control) => (
        <Select
          {...control}
          value={source ?? ''}
          onChange={(event) => onChange(event.target.value as ImportedSource)}
        >
          {source === null ? <option value="">Not recognised: choose</option> : null}
          {Object.entries(SOURCE_WORDS).map(([name, word]) => (
            <option key={name} value={name}>
              {word}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
