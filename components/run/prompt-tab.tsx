'use client';

import { PromptWeightCard } from '@/components/fact/prompt-weight-card';
import type { RunDetailView } from '@/lib/contracts/run-shapes';
import type { RunManifest } from '@/lib/domain/manifest';
import type { RunState } from '@/lib/projection/run-state';
import type { NumberOrigin } from '@/lib/view/number-origin';
import { weighedVersion } from '@/lib/view/prompt-weight-words';
import { versionWords } from '@/lib/view/version-words';
import { PlaybookPanel } from './playbook-panel';
import { PriorityButton } from './priority-button';
import { PrivacyNotice } from './privacy-notice';
import { PromoteButton } from './promote-button';
import { useInsightSteering } from './use-insight-steering';

interface PromptTabProps {
  readonly run: RunDetailView;
  readonly state: RunState;
  readonly manifest: RunManifest;
  readonly origin: NumberOrigin;
  readonly isLive: boolean;
}

/** The versions of a run's prompt with what can be done with each of them. */
export function PromptTab({ run, state, manifest, origin, isLive }: PromptTabProps) {
  const steering = useInsightSteering(run.id, state.candidates.length);
  const doubt = run.scoreDoubt;
  const priorityFor = (text: string) => (
    <PriorityButton runId={run.id} mode={manifest.dispatch?.preemption ?? null} text={text} />
  );
  const weighed = weighedVersion(state);
  return (
    <div className="flex flex-col gap-4">
      <PlaybookPanel
        runId={run.id}
        origin={origin}
        state={state}
        seedText={manifest.seedCandidateText}
        isBook={manifest.method.name === 'ace'}
        versionActionFor={(version) =>
          // An exploratory prompt is never promoted (EXP-2).
          run.kind === 'exploratory' ? null : (
            <PromoteButton
              run={run}
              candidateHash={version.hash}
              score={version.score}
              name={versionWords(version, doubt)}
            />
          )
        }
        doubt={doubt}
        steering={steering.data}
        noticeFor={(hash, text) => <PrivacyNotice runId={run.id} hash={hash} text={text} />}
        {...(isLive ? { actionFor: priorityFor } : {})}
      />
      {weighed === null ? null : (
        <PromptWeightCard runId={run.id} hash={weighed} measurements={state.measurements.length} />
      )}
    </div>
  );
}
