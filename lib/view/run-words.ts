import type { BatchPlanReason, BatchSizeCap } from '@/lib/domain/batch-plan';
import type { ScanMode } from '@/lib/domain/iteration-facts';
import type { FactData } from '@/lib/domain/ledger-entry';
import type { RunControl, RunKind, RunStatus, StopReason } from '@/lib/domain/run';
import { pausedSentence } from '@/lib/words/pause';
import type { Tone } from './tone';

/** The words, tones and next steps for the codes of runs in the API. */
export interface StatusWord {
  readonly word: string;
  readonly tone: Tone;
  /** Meaning of the state and the possible next step. */
  readonly meaning: string;
}

export const RUN_STATUS_WORDS: Readonly<Record<RunStatus, StatusWord>> = {
  queued: { word: 'Queued', tone: 'neutral', meaning: 'Waits for a worker to take it.' },
  running: {
    word: 'Running',
    tone: 'honey',
    meaning: 'A worker is on it. Closing this page changes nothing.',
  },
  paused: {
    word: 'Paused',
    tone: 'info',
    meaning: 'Paused at an iteration boundary. Resume continues from there.',
  },
  stopped: { word: 'Stopped', tone: 'neutral', meaning: 'Ended early; what was learned until then is kept.' },
  finished: {
    word: 'Finished',
    tone: 'good',
    meaning: 'Ended by its own rules. Its best candidate is kept.',
  },
  failed: { word: 'Failed', tone: 'bad', meaning: 'The run could not continue. The reason is on its page.' },
};

/** A person's request that the worker has not carried out yet. */
export function pendingControl(status: RunStatus, control: RunControl): string | null {
  if (status !== 'running' && status !== 'queued') return null;
  if (control === 'pause') return 'Pausing at the next boundary';
  if (control === 'stop') return 'Stopping';
  return null;
}

export interface Standing {
  readonly title: string;
  readonly text: string;
}

/** Why a run waits or was paused without a person's request: its provider or its database is unreachable. */
export function describeStanding(
  { status, statusReason }: { readonly status: RunStatus; readonly statusReason: string | null },
  paused: FactData['run.paused'] | null,
): Standing | null {
  if (status === 'running')
    return statusReason === null ? null : { title: 'Waiting, nothing is lost', text: statusReason };
  const reason = (paused && pausedSentence(paused)) ?? statusReason;
  return status !== 'paused' || reason === null ? null : { title: 'Why it is paused', text: reason };
}

export const RUN_KIND_WORDS: Readonly<Record<RunKind, string>> = {
  serialBaseline: 'Serial baseline',
  combee: 'Combee',
  comparisonPoint: 'Comparison point',
  exploratory: 'Exploratory',
  evaluation: 'Evaluation',
};

export const STOP_REASON_WORDS: Readonly<Record<StopReason, string>> = {
  trainingDone: 'The training is done',
  targetReached: 'The target score was reached',
  patienceSpent: 'Held-out stopped improving',
  budgetRollouts: 'The rollout cap was reached',
  budgetTokens: 'The token cap was reached',
  budgetUsd: 'The dollar cap was reached',
  deadline: 'The time cap was reached',
  stoppedByPerson: 'A person stopped it',
  budgetGpuSeconds: 'The GPU-second cap was reached',
  providerDown: 'The provider did not answer',
  searchDone: 'The method has nothing more to do',
  evaluatorUncalibrated: 'The judge failed its calibration',
  answersUnreadable: 'Most answers cannot be parsed',
  promptNotSeen: 'The agent did not use the prompt',
  measured: 'All candidates were measured',
};

export const BATCH_REASON_WORDS: Readonly<Record<BatchPlanReason, string>> = {
  profiling: 'Profiling',
  confirming: 'Confirming the fit',
  plateau: 'Plateau of the fit',
  unchanged: 'Unchanged',
  degenerate: 'Fit not usable',
  static: 'Fixed by hand',
  survivalFloor: 'Insight survival',
  lastPartial: 'Last examples',
};

export const BATCH_CAP_WORDS: Readonly<Record<BatchSizeCap, string>> = {
  lanes: 'lanes',
  tokenLimit: 'token limit',
  remaining: 'examples left',
  maxBatch: 'largest batch',
  varianceFloor: 'variance floor',
};

export const SCAN_MODE_WORDS: Readonly<Record<ScanMode, string>> = {
  empty: 'No valid reflection, so no update',
  plainCall: 'One call on the raw reflections',
  llm: 'Combined by the model',
  union: 'United without a model',
  unionAfterFailure: 'United after the combining call failed',
  combineFailed: 'The combining call failed, so no update',
  singleGroup: 'Only one group gave an update',
  noGroupProposals: 'No group gave an update',
  topK: 'One call on representatives of the reflections',
  summary: 'One call on a summary of the reflections',
  hierarchicalSummary: 'One call on a summary of summaries',
};
