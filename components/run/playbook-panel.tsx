'use client';

import { BookText } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { type PlaybookVersion, preparePlaybookVersions } from '@/lib/view/playbook-versions';
import type { RunState } from '@/lib/view/run-state';
import { BulletDrawer } from './bullet-drawer';
import { HeldOutExamplesCard } from './held-out-examples-card';
import { PlaybookText } from './playbook-text';
import { DiffBy } from './prompt-diff';
import { PromptSources } from './prompt-sources';
import { useVersionText } from './use-run-details';

const MODES = ['text', 'bullets', 'lines', 'words'] as const;

interface PlaybookPanelProps {
  readonly runId: string;
  readonly origin: NumberOrigin;
  readonly state: RunState;
  readonly seedText: string;
  /** ACE grows a playbook of bullets; the other methods rewrite a prompt, which has none. */
  readonly isBook: boolean;
  /** What can be done to a live run from its newest version. */
  readonly actionFor?: (text: string) => ReactNode;
  /** What can be done with any version that the run made. */
  readonly versionActionFor?: (hash: string) => ReactNode;
  /** What has to be said of a version that the run made. */
  readonly noticeFor?: (hash: string, text: string) => ReactNode;
}

/** One version to read, or any two against each other; both stand in the address. */
export function PlaybookPanel(props: PlaybookPanelProps) {
  const { runId, state, seedText, isBook, actionFor, versionActionFor, noticeFor } = props;
  const versions = useMemo(() => preparePlaybookVersions(state, seedText, isBook), [state, seedText, isBook]);
  const [view, setMode] = useQueryState('view', parseAsStringLiteral(MODES).withDefault('text'));
  const mode = view === 'bullets' && !isBook ? 'lines' : view;
  const what = isBook ? 'playbook' : 'prompt';
  const [fromHash, setFrom] = useQueryState('from', parseAsString);
  const [toHash, setTo] = useQueryState('to', parseAsString);
  const [bulletId, setBullet] = useQueryState('bullet', parseAsString);
  const newest = versions.at(-1);
  const to = versions.find((version) => version.hash === toHash) ?? newest;
  const from = versions.find((version) => version.hash === fromHash) ?? versions[0];
  if (!to || !from || state.candidates.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={BookText}
          title={`The ${what} is still the original one`}
          action={actionFor?.(newest?.text ?? seedText)}
        >
          Its first version appears when an iteration has applied an update.
        </EmptyState>
      </Card>
    );
  const options = [...versions].reverse().map((version) => (
    <option key={version.hash} value={version.hash}>
      {version.name}
      {version.isBest ? ' ★ best' : ''}
    </option>
  ));
  return (
    <div className="flex flex-col gap-4">
      <Card
        title={mode === 'text' ? `What does the ${what} say?` : 'What changed between two versions?'}
        actions={
          <>
            <Segmented
              label="Show"
              value={mode}
              onChange={(value) => setMode(value)}
              options={[
                { value: 'text', label: isBook ? 'Playbook' : 'Prompt' },
                ...(isBook ? ([{ value: 'bullets', label: 'Diff by bullet' }] as const) : []),
                { value: 'lines', label: 'Diff by line' },
                { value: 'words', label: 'Diff by word' },
              ]}
            />
            {actionFor?.(newest?.text ?? to.text ?? seedText)}
            {state.candidates.some(({ hash }) => hash === to.hash) ? versionActionFor?.(to.hash) : null}
            {to.text === null ? null : <CopyButton text={to.text} what={`the ${what}`} label="Copy" />}
          </>
        }
      >
        <div className="mb-4 grid gap-3 sm:grid-cols-2">
          {mode === 'text' ? null : (
            <Field id="playbook-from" label="From">
              {(control) => (
                <Select {...control} value={from.hash} onChange={(event) => setFrom(event.target.value)}>
                  {options}
                </Select>
              )}
            </Field>
          )}
          <Field id="playbook-to" label={mode === 'text' ? 'Version' : 'To'}>
            {(control) => (
              <Select {...control} value={to.hash} onChange={(event) => setTo(event.target.value)}>
                {options}
              </Select>
            )}
          </Field>
        </div>
        {to.byHand ? (
          <Notice className="mb-4" tone="info" title={`Written by hand by ${to.byHand.name}`}>
            <Time at={to.byHand.atMs} />. A person put it in between; the run learned on from it.
          </Notice>
        ) : null}
        <VersionTexts runId={runId} from={mode === 'text' ? to : from} to={to}>
          {(before, after) => (
            <>
              {state.candidates.some(({ hash }) => hash === to.hash) ? noticeFor?.(to.hash, after) : null}
              {mode === 'text' ? (
                <PlaybookText text={after} onBullet={setBullet} />
              ) : (
                <DiffBy way={mode} before={before} after={after} />
              )}
            </>
          )}
        </VersionTexts>
        {mode === 'text' && !isBook && to.iteration >= 0 ? (
          <PromptSources runId={runId} iteration={to.iteration} />
        ) : null}
        <BulletDrawer
          runId={runId}
          bulletId={bulletId}
          origin={props.origin}
          onClose={() => void setBullet(null)}
        />
      </Card>
      <HeldOutExamplesCard
        key={to.hash}
        runId={runId}
        version={to}
        origin={props.origin}
        measurements={state.measurements.length}
      />
    </div>
  );
}

interface VersionTextsProps {
  readonly runId: string;
  readonly from: PlaybookVersion;
  readonly to: PlaybookVersion;
  readonly children: (before: string, after: string) => ReactNode;
}

/** Texts of old versions of a long run are read when they are chosen. */
function VersionTexts({ runId, from, to, children }: VersionTextsProps) {
  const before = useVersionText(runId, from);
  const after = useVersionText(runId, to);
  const failed = [before, after].find(({ isError }) => isError);
  if (failed) return <ProblemNotice error={failed.error} onRetry={() => failed.refetch()} />;
  if (before.text === null || after.text === null)
    return <SkeletonRows label="Reading the text of this version" rows={8} />;
  return children(before.text, after.text);
}
