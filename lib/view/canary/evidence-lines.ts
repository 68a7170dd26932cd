import type { ApprovalView } from '@/lib/contracts/approvals';
import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { isGainShown, isShown } from '@/lib/domain/claim-answer';
import { addedTokens } from '@/lib/domain/prompt-weight';
import { countWords } from '@/lib/domain/scored-count';
import { formatCount, formatPoints, formatScore, plural } from '../numbers';
import { addedWords } from '../prompt-weight-words';
import type { Tone } from '../tone';
import { VERDICT_WORDS } from './canary-words';

/** Parts that an approval binds, each with its hash, and the steps left before callers see the challenger. */
export interface EvidenceLine {
  readonly part: string;
  readonly says: string;
  /** Address of the part; null where the page itself shows it. */
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
      says: changeWords({ difference }),
      href: null,
      hash: difference.hash,
    },
    {
      part: 'Challenger',
      says: `version ${challenger.version}`,
      href: challenger.runId === null ? null : `/runs/${challenger.runId}?tab=prompt`,
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

export function changeWords({ difference }: Pick<CanaryEvidence, 'difference'>): string {
  return `${plural(difference.linesAdded, 'line')} added, ${formatCount(difference.linesRemoved)} removed`;
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

type Asked = Pick<ApprovalView, 'heldOut' | 'confirmation' | 'weight'>;

/** The conditions of a promotion: held-out, the confirmation examples if there are any, and the canary. */
export function gateLights(asked: Asked, canary: { readonly hasPassed: boolean }): readonly GateLight[] {
  return [
    heldOutLight(asked),
    ...confirmationLights(asked),
    {
      name: 'Canary within its margin',
      tone: canary.hasPassed ? 'good' : 'bad',
      word: canary.hasPassed ? 'passed' : 'not passed',
      sentence: canary.hasPassed
        ? 'The shadow ended with a pass at its registered end.'
        : 'Only a shadow that ended with a pass can be promoted.',
    },
    weightLight(asked),
  ];
}

/** Warns if the challenger is heavier, and refuses only above the limit of the plan. */
function weightLight({ weight }: Asked): GateLight {
  const name = 'Prompt weight';
  const { addedTokensMax: most, addedUsd } = weight;
  const added = addedTokens(weight);
  const figures = addedWords(weight, addedUsd);
  if (most !== null && added > most)
    return {
      name,
      tone: 'bad',
      word: 'too heavy',
      sentence: `${figures} At most ${formatCount(most)} may be added.`,
    };
  if (added <= 0) return { name, tone: 'good', word: 'not heavier', sentence: figures };
  if (most !== null)
    return {
      name,
      tone: 'good',
      word: 'within limit',
      sentence: `${figures} At most ${formatCount(most)} may be added.`,
    };
  return { name, tone: 'honey', word: 'heavier', sentence: `${figures} The plan sets no limit.` };
}

function heldOutLight({ heldOut }: Asked): GateLight {
  const name = 'Held-out target';
  if (heldOut === null)
    return { name, tone: 'bad', word: 'not measured', sentence: 'This prompt was not measured on held-out.' };
  const { measure, observed, shown, asked, n } = heldOut;
  const isReached = isShown(heldOut);
  const say = measure === 'gain' ? formatPoints : formatScore;
  const least = shown === null ? 'no interval' : `at least ${say(shown)}`;
  const of = measure === 'gain' ? 'gain over the original prompt' : 'score';
  return {
    name,
    ...(isReached ? { tone: 'good', word: 'shown' } : { tone: 'bad', word: 'not shown' }),
    sentence: `${say(observed)} ${of} (${least}, n = ${formatCount(n)}); at least ${say(asked)} has to be shown.`,
  };
}

function confirmationLights({ confirmation }: Asked): readonly GateLight[] {
  if (confirmation === null) return [];
  const name = 'Confirmation examples';
  const { examples, gain } = confirmation;
  if (gain === null) {
    const sentence = `${formatCount(examples)} examples that chose nothing have not scored this prompt yet: open them on the page of its run.`;
    return [{ name, tone: 'bad', word: 'sealed', sentence }];
  }
  const isGain = isGainShown(gain);
  const least = gain.lower === null ? 'no interval' : `at least ${formatPoints(gain.lower)}`;
  return [
    {
      name,
      ...(isGain ? { tone: 'good', word: 'gain shown' } : { tone: 'bad', word: 'no gain shown' }),
      sentence: `${formatPoints(gain.mean)} over the original prompt (${least}, ${countWords(gain)}).`,
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
  return `${asked}: ${given} given, ${approversMissing} missing. Authors cannot approve their own work.`;
}
