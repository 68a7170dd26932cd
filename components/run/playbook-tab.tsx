'use client';

import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunState } from '@/lib/projection/run-state';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { versionWords } from '@/lib/view/version-words';
import { PlaybookPanel } from './playbook-panel';
import { PriorityButton } from './priority-button';
import { PrivacyNotice } from './privacy-notice';
import { PromoteButton } from './promote-button';
import { useInsightSteering } from './use-insight-steering';

interface PlaybookTabProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly manifest: RunManifest;
  readonly origin: NumberOrigin;
  readonly isLive: boolean;
}

/** The versions of a run's prompt with what can be done with each of them. */
export function PlaybookTab({ run, state, manifest, origin, isLive }: PlaybookTabProps) {
  const steering = useInsightSteering(run.id, state.candidates.length);
  const doubt = run.scoreDoubt;
  const priorityFor = (text: string) => (
    <PriorityButton runId={run.id} mode={manifest.dispatch?.preemption ?? null} text={text} />
  );
  return (
    <PlaybookPanel
      runId={run.id}
      origin={origin}
      state={state}
      seedText={manifest.seedCandidateText}
      isBook={manifest.method.name === 'ace'}
      versionActionFor={(version) =>
        // An exploratory prompt is never promoted (EXP-2).
        run.kind === 'exploratory' ? null : (
          <PromoteButton run={run} candidateHash={version.hash} name={versionWords(version, doubt)} />
        )
      }
      doubt={doubt}
      steering={steering.data}
      noticeFor={(hash, text) => <PrivacyNotice runId={run.id} hash={hash} text={text} />}
      {...(isLive ? { actionFor: priorityFor } : {})}
    />
  );
}
