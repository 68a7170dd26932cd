'use client';

import { BookText } from 'lucide-react';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useMemo } from 'react';
import { ProblemNotice } from '@/components/api/problem-notice';
import { DiffBy } from '@/components/diff/prompt-diff';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Time } from '@/components/ui/time';
import type { InsightSteeringView } from '@/lib/contracts/insight-steering';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { type PlaybookVersion, playbookVersions } from '@/lib/projection/playbook-versions';
import type { RunState } from '@/lib/projection/run-state';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { versionName, versionWords } from '@/lib/view/version-words';
import { BulletDrawer } from './bullet-drawer';
import { CopiedNote, CopyPrompt, SentMessages } from './copy-prompt';
import { HeldOutExamplesCard } from './held-out-examples-card';
import { PlaybookText } from './playbook-text';
import { PromptSources } from './prompt-sources';
import { useVersionText } from './use-run-details';

const MODES = ['text', 'sent', 'bullets', 'lines', 'words'] as const;
type Mode = (typeof MODES)[number];
/** One version is read; the other modes hold two against each other. */
const isOneVersion = (mode: Mode): mode is 'text' | 'sent' => mode === 'text' || mode === 'sent';

interface PlaybookPanelProps {
  readonly runId: string;
  readonly origin: NumberOrigin;
  readonly state: RunState;
  readonly seedText: string;
  /** ACE grows a playbook of bullets; the other methods rewrite a prompt, which has none. */
  readonly isBook: boolean;
  /** Actions on a live run from its newest version. */
  readonly actionFor?: (text: string) => ReactNode;
  /** Actions on any version that the run made. */
  readonly versionActionFor?: (version: PlaybookVersion) => ReactNode;
  /** Why no score of this run is a headline; null = none is known. */
  readonly doubt?: Pick<ScoreDoubt, 'code'> | null;
  /** Lines that people pin, edit and ban; absent while it is loading. */
  readonly steering?: InsightSteeringView | undefined;
  /** Notices about a version that the run made. */
  readonly noticeFor?: (hash: string, text: string) => ReactNode;
}

/** One version to read, or any two against each other; both stand in the address. */
export function PlaybookPanel(props: PlaybookPanelProps) {
  const { runId, state, seedText, isBook, actionFor, versionActionFor, noticeFor, doubt = null } = props;
  const versions = useMemo(() => playbookVersions(state, seedText), [state, seedText]);
  const [view, setMode] = useQueryState('view', parseAsStringLiteral(MODES).withDefault('text'));
  const mode: Mode = view === 'bullets' && !isBook ? 'lines' : view;
  const what = isBook ? 'playbook' : 'prompt';
  const [fromHash, setFrom] = useQueryState('from', parseAsString);
  const [toHash, setTo] = useQueryState('to', parseAsString);
  const [bulletId, setBullet] = useQueryState('bullet', parseAsString);
  const newest = versions.at(-1);
  const best = versions.find(({ isBest }) => isBest);
  const to = versions.find((version) => version.hash === toHash) ?? best ?? newest;
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
  const isStated = state.candidates.some(({ hash }) => hash === to.hash);
  const options = [...versions].reverse().map((version) => (
    <option key={version.hash} value={version.hash}>
      {versionName(version, isBook)}
      {version.isBest ? ' (best)' : ''}
    </option>
  ));
  return (
    <div className="flex flex-col gap-4">
      <Card
        title={isOneVersion(mode) ? titleOf(to, isBook) : 'Changes between versions'}
        actions={
          <>
            <Segmented
              label="Show"
              value={mode}
              onChange={(value) => setMode(value)}
              options={[
                { value: 'text', label: isBook ? 'Playbook' : 'Prompt' },
                { value: 'sent', label: 'As sent' },
                ...(isBook ? ([{ value: 'bullets', label: 'Diff by bullet' }] as const) : []),
                { value: 'lines', label: 'Diff by line' },
                { value: 'words', label: 'Diff by word' },
              ]}
            />
            {actionFor?.(newest?.text ?? to.text ?? seedText)}
            {isStated ? versionActionFor?.(to) : null}
            {isStated ? <CopyPrompt runId={runId} hash={to.hash} name={versionWords(to, doubt)} /> : null}
          </>
        }
      >
        <div className="mb-4 grid gap-3 sm:grid-cols-2">
          {isOneVersion(mode) ? null : (
            <Field id="playbook-from" label="From">
              {(control) => (
                <Select {...control} value={from.hash} onChange={(event) => setFrom(event.target.value)}>
                  {options}
                </Select>
              )}
            </Field>
          )}
          <Field id="playbook-to" label={isOneVersion(mode) ? 'Version' : 'To'}>
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
        {isStated ? <CopiedNote runId={runId} hash={to.hash} what={what} /> : null}
        <VersionTexts runId={runId} from={isOneVersion(mode) ? to : from} to={to}>
          {(before, after) => (
            <>
              {isStated ? noticeFor?.(to.hash, after) : null}
              {mode === 'text' ? (
                <PlaybookText text={after} onBullet={setBullet} steering={props.steering} />
              ) : mode === 'sent' ? (
                <SentMessages runId={runId} hash={isStated ? to.hash : null} />
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
        version={{ hash: to.hash, name: versionName(to, isBook) }}
        origin={props.origin}
        measurements={state.leftOut.measurements + state.measurements.length}
      />
    </div>
  );
}

/** The tab opens with the best version; the title says which one is shown. */
const titleOf = (version: PlaybookVersion, isBook: boolean) =>
  version.isBest ? `Best ${isBook ? 'playbook' : 'prompt'}` : versionName(version, isBook);

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
