import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { formatCount, formatPoints, formatScore, plural } from '../numbers';
import type { Tone } from '../tone';
import { VERDICT_WORDS } from './canary-words';

/** What an approval binds, part by part with its hash, and what still stands between it and the callers. */
export interface EvidenceLine {
  readonly part: string;
  readonly says: string;
  /** Where it can be read; null where it stands on the page. */
  readonly href: string | null;
  readonly hash: string | null;
}

export function evidenceLines({
  prompts,
  difference,
  report,
  canary,
  verdict,
}: CanaryEvidence): EvidenceLine[] {
  const { challenger, incumbent } = prompts;
  return [
    {
      part: 'Report',
      says:
        report === null
          ? 'none was made of the run'
          : `${report.title}, version ${report.version} (${report.state})`,
      href: report === null ? null : `/reports/${report.id}`,
      hash: report?.hash ?? null,
    },
    {
      part: 'Difference',
      says: `${plural(difference.linesAdded, 'line')} added, ${formatCount(difference.linesRemoved)} removed`,
      href: null,
      hash: difference.hash,
    },
    {
      part: 'Challenger',
      says: `version ${challenger.version}`,
      href: challenger.runId === null ? null : `/runs/${challenger.runId}?tab=playbook`,
      hash: challenger.sha256,
    },
    {
      part: 'Incumbent',
      says: incumbent === null ? 'the default in the callers’ code' : `version ${incumbent.version}`,
      href: null,
      hash: incumbent?.sha256 ?? null,
    },
    { part: 'Plan of the canary', says: 'as it was registered', href: null, hash: canary.planHash },
    { part: 'Verdict', says: verdict === null ? 'none yet' : verdictWords(verdict), href: null, hash: null },
  ];
}

function verdictWords(verdict: NonNullable<CanaryEvidence['verdict']>): string {
  const word = VERDICT_WORDS[verdict.kind as keyof typeof VERDICT_WORDS]?.word ?? verdict.kind;
  return `${word} after ${plural(verdict.pairs, 'pair')} at ${formatPoints(verdict.difference)}`;
}

export interface GateLight {
  readonly name: string;
  readonly tone: Tone;
  readonly word: string;
  readonly sentence: string;
}

/** A prompt that is measured on held-out: its best score, and what it has to reach. */
type HeldOut = { readonly score: number; readonly target: number } | null;

/** Both conditions of a promotion: held-out at its target, and the canary within its margin. */
export function gateLights(heldOut: HeldOut, canary: { readonly hasPassed: boolean }): readonly GateLight[] {
  const isReached = heldOut !== null && heldOut.score >= heldOut.target;
  return [
    {
      name: 'Held-out at its target',
      tone: isReached ? 'good' : 'bad',
      word: isReached ? 'reached' : heldOut === null ? 'not measured' : 'below',
      sentence:
        heldOut === null
          ? 'Nothing was measured on held-out, or no target was said.'
          : `${formatScore(heldOut.score)} on held-out; ${formatScore(heldOut.target)} is asked for.`,
    },
    {
      name: 'Canary within its margin',
      tone: canary.hasPassed ? 'good' : 'bad',
      word: canary.hasPassed ? 'passed' : 'not passed',
      sentence: canary.hasPassed
        ? 'The shadow ended with a pass at its registered end.'
        : 'Only a shadow that ended with a pass can be promoted.',
    },
  ];
}

export function approvalSentence({
  approversNeeded,
  approversMissing,
}: Pick<ApprovalView, 'approversNeeded' | 'approversMissing'>): string {
  const given = approversNeeded - approversMissing;
  const asked = `${plural(approversNeeded, 'approval')} ${approversNeeded === 1 ? 'is' : 'are'} asked for`;
  if (approversMissing <= 0) return `${asked}, and ${approversNeeded === 1 ? 'it is' : 'all are'} given.`;
  return `${asked}: ${given} given, ${approversMissing} missing. Nobody approves what they made.`;
}
