'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { MAY_NOT_EXPERIMENT, useViewer } from '@/components/account/viewer';
import { faultsOf } from '@/components/api/form-values';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input, Textarea } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PageHeader } from '@/components/ui/page-header';
import type { DatasetImportView } from '@/lib/contracts/dataset-imports';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { fieldMapping, ImportPreviewView } from '@/lib/contracts/imports';
import { isImportLive } from '@/lib/view/import-progress';
import { plural } from '@/lib/view/numbers';
import { FaultList } from './fault-list';
import { FileDrop } from './file-drop';
import { takeHeldFiles } from './held-files';
import { ImportProgress } from './import-progress';
import { ImportSubmitRow } from './import-submit-row';
import { LabelNotice } from './label-notice';
import { MappingForm, type Preset } from './mapping-form';
import { PreviewTable } from './preview-table';
import {
  isPrivacyDecided,
  NO_PRIVACY_CHOICE,
  PrivacyChoice,
  type PrivacyDraft,
  privacyOfDraft,
} from './privacy-choice';
import { useProposedSplit } from './proposed-split';
import { useDatasetImport, useLiveImports } from './use-dataset-imports';
import { useImportDataset, usePreviewImport } from './use-datasets';

type Mapping = z.output<typeof fieldMapping>;

/** Files, what they hold, how it maps, and only then the import; whatever fails, all that was given stays. */
export function ImportView() {
  const { mayExperiment } = useViewer();
  const router = useRouter();
  const preview = usePreviewImport();
  const send = useImportDataset();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [privacy, setPrivacy] = useState(NO_PRIVACY_CHOICE);
  const [skipBadLines, setSkipBadLines] = useState(false);
  const [importId, setImportId] = useState<string | null>(null);
  const running = useDatasetImport(importId).data;

  const look = (next: readonly File[], options: { preset?: Preset; mapping?: Mapping } = {}) => {
    // Earlier choices were made for other files.
    if (next !== files) {
      setPrivacy(NO_PRIVACY_CHOICE);
      setImportId(null);
    }
    setFiles(next);
    if (next.length === 0) return preview.reset();
    if (name === '') setName(nameOf(next));
    preview.mutate({ files: next, options });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were dropped on another page
  useEffect(() => {
    const given = takeHeldFiles();
    if (given.length > 0) look(given);
  }, []);
  const found = preview.data;
  const results = useRef<HTMLElement>(null);
  const isFocusDue = useRef(false);
  // The form is made anew with each preview, so the focus of its button would be lost: on to the examples, or to what is still open.
  useEffect(() => {
    if (found === undefined || !isFocusDue.current) return;
    isFocusDue.current = false;
    const isShown = results.current?.hasChildNodes() ?? false;
    (isShown ? results.current : document.getElementById('mapping-question'))?.focus();
  }, [found]);
  const applyColumns = (preset: Preset, mapping: Mapping | null) => {
    isFocusDue.current = true;
    look(files, mapping ? { preset, mapping } : { preset });
  };
  const split = useProposedSplit(found);
  const arrive = async (made: DatasetDetail | DatasetImportView) => {
    if ('state' in made) return setImportId(made.id);
    // With a split there is nothing left to do for the data set.
    const isSplit = await split.register(made.id);
    router.push(isSplit ? `/experiments/new?dataset=${made.id}` : `/datasets/${made.id}`);
  };
  const submit = ({ preset, mapping }: ImportPreviewView) => {
    const options = { name, description, preset, mapping, skipBadLines, ...privacyOfDraft(privacy) };
    send.mutate({ files, options }, { onSuccess: arrive });
  };
  const fault = faultsOf(send.error);
  const isPrivate = running?.problem?.code === 'PII_IN_PROMPT';
  const isLive = importId !== null && (running === undefined || isImportLive(running));
  const blocked = found ? blockedBy(found, { privacy, skipBadLines, isPrivate }) : null;
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Data sets', href: '/datasets' }]}
        title="Import a data set"
        description="Nothing is kept until you press Import, and then all of it or nothing."
      />
      {mayExperiment ? null : <Notice tone="honey">{MAY_NOT_EXPERIMENT}</Notice>}
      <div className="flex flex-col gap-4">
        <Card
          title="1. Files"
          description="JSONL, JSON, CSV or TSV, each also gzipped, 2 GB together. Several files become one data set."
        >
          <FileDrop files={files} busy={preview.isPending} onChange={(next) => look(next)} />
          {preview.isError ? (
            <ProblemNotice className="mt-3" error={preview.error} onRetry={() => look(files)} />
          ) : null}
        </Card>
        {found ? (
          <>
            <Card title="2. Columns" description={foundWords(found)}>
              <MappingForm preview={found} busy={preview.isPending} onChange={applyColumns} />
            </Card>
            <section
              ref={results}
              tabIndex={-1}
              aria-label="Preview"
              className="flex flex-col gap-4 empty:hidden"
            >
              {found.faultCount > 0 ? (
                <FaultList faults={found.faults} count={found.faultCount}>
                  <Checkbox checked={skipBadLines} onCheckedChange={setSkipBadLines}>
                    Leave unreadable lines out and import the rest
                  </Checkbox>
                </FaultList>
              ) : null}
              <LabelNotice labels={found.labels} />
              {found.exampleCount === 0 ? null : <PreviewTable preview={found} />}
            </section>
            {found.privacy.length > 0 || isPrivate ? (
              <PrivacyChoice found={found.privacy} draft={privacy} onChange={setPrivacy} />
            ) : null}
            <Card title="3. Name">
              <div className="flex flex-col gap-4">
                {send.isError ? <ProblemNotice error={send.error} /> : null}
                {running ? <ImportProgress running={running} /> : null}
                <UploadProgress name={name} files={files} isOn={send.isPending && found.isHead} />
                <NameFields
                  name={name}
                  description={description}
                  fault={fault('name')}
                  onName={setName}
                  onDescription={setDescription}
                />
                {split.field}
                {found.isHead && found.faultCount === 0 ? (
                  <Checkbox checked={skipBadLines} onCheckedChange={setSkipBadLines}>
                    Leave unreadable lines out and import the rest
                  </Checkbox>
                ) : null}
                <ImportSubmitRow
                  found={found}
                  blocked={blocked}
                  isLive={isLive}
                  isSending={send.isPending}
                  isBusy={split.isPending}
                  onSubmit={() => submit(found)}
                />
              </div>
            </Card>
          </>
        ) : null}
      </div>
    </>
  );
}

/** The first file's, without its endings. */
const nameOf = ([first]: readonly File[]) => (first?.name ?? '').replace(/\.(gz|jsonl?|csv|tsv|txt)/g, '');

interface NameFieldsProps {
  readonly name: string;
  readonly description: string;
  readonly fault: string | undefined;
  readonly onName: (name: string) => void;
  readonly onDescription: (description: string) => void;
}

function NameFields({ name, description, fault, onName, onDescription }: NameFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="dataset-name" label="Name" fault={fault}>
        {(control) => <Input {...control} value={name} onChange={(event) => onName(event.target.value)} />}
      </Field>
      <Field id="dataset-description" label="Description" optional>
        {(control) => (
          <Textarea
            {...control}
            value={description}
            onChange={(event) => onDescription(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

function foundWords(found: ImportPreviewView): string {
  if (found.unsettled.length > 0) return 'Choose which column is which.';
  const { exampleCount, files, duplicateCount, faultCount } = found;
  const head = found.isHead ? 'In the first megabyte: ' : '';
  return `${head}${plural(exampleCount, 'example')} in ${plural(files.length, 'file')}, ${plural(duplicateCount, 'duplicate')} left out, ${plural(faultCount, 'line')} not readable`;
}

interface Choices {
  readonly privacy: PrivacyDraft;
  readonly skipBadLines: boolean;
  /** A large import was refused because of what the rest of its files holds. */
  readonly isPrivate: boolean;
}

/** The first thing that still has to be chosen before the import; null = nothing. */
function blockedBy(
  { unsettled, privacy: found, faultCount }: ImportPreviewView,
  { privacy, skipBadLines, isPrivate }: Choices,
): string | null {
  if (unsettled.length > 0) return 'Choose the columns first.';
  const isOpen = isPrivate && privacy.choice === '';
  if (isOpen || !isPrivacyDecided(found, privacy))
    return 'Choose what happens to the personal or secret data.';
  if (faultCount > 0 && !skipBadLines) return 'Fix the files, or leave the unreadable lines out.';
  return null;
}

interface UploadProgressProps {
  readonly name: string;
  readonly files: readonly File[];
  readonly isOn: boolean;
}

/** The upload of this form, as the server has it so far; only the browser knows of how much. */
function UploadProgress({ name, files, isOn }: UploadProgressProps) {
  const { data: imports = [] } = useLiveImports(isOn);
  const upload = imports.find((one) => one.state === 'uploading' && one.name === name);
  if (upload === undefined || !isOn) return null;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return <ImportProgress running={{ ...upload, progress: Math.min(1, upload.bytes / bytes) }} />;
}
