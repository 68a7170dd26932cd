/**
 * Producers that say whether a run's gain over its original prompt holds, and whether its prompt may be
 * promoted.
 */
import { decideGate } from '@/lib/canary/gate';
import type { TruthKind } from '@/lib/domain/truth';
import { compareScores } from '@/lib/evaluation/compare-scores';
import { gainOfPrompt } from '@/lib/report/claims/run-gain';
import { costPerPoint } from '@/lib/report/cost-per-point';
import { readinessOf } from '@/lib/report/readiness';
import { gateLights } from '@/lib/view/canary/evidence-lines';
import { versionSentence } from '@/lib/view/paired-comparison';
import { runVerdict } from '@/lib/view/run-verdict';
import type { VerdictCase } from './verdict-cases';
import { evidenceOf, type Producer, truthOf } from './verdict-claims';
import { gainIn, type Said } from './verdict-words';

export const GAIN_PRODUCERS: readonly Producer[] = [
  { name: 'truth: kind', isHeadline: true, said: (one) => TRUTHS[truthOf(one).kind] ?? null },
  { name: 'overview: badge', isHeadline: true, said: badgeOf },
  { name: 'price of a point', said: priced },
  { name: 'readiness: light of the seeds', said: seedLight },
  { name: 'version: field', said: (one) => decidedOf(one)?.said ?? null },
  { name: 'version: sentence', said: (one) => gainIn(decidedOf(one)?.sentence ?? '') },
];

export const PROMOTION_PRODUCERS: readonly Producer[] = [
  { name: 'gate', said: gateSaid },
  { name: 'approval: light', said: lightSaid },
];

const TRUTHS: Readonly<Partial<Record<TruthKind, Said>>> = {
  contaminated: ['withheld'],
  inDoubt: ['withheld'],
  worse: ['fails'],
  notDistinguishable: ['undecided'],
  belowSerial: ['holds'],
  serialUndecided: ['holds'],
  gain: ['holds'],
};

/** One word says less than the finding: below the serial run, or perhaps below it, a gain is not called one. */
const BADGES: Readonly<Record<string, Said>> = {
  Invalid: ['withheld'],
  Doubtful: ['withheld'],
  Worse: ['fails'],
  Undecided: ['undecided', 'holds'],
  Inferior: ['holds'],
  Better: ['holds'],
};

function badgeOf(one: VerdictCase): Said {
  return BADGES[runVerdict('finished', truthOf(one).kind).word] ?? [];
}

/** A price separates only gains that hold from all others. */
function priced({ run: { gain } }: VerdictCase): Said {
  if (gain === null) return null;
  return costPerPoint(2, gain).kind === 'measured' ? ['holds'] : NOT_SHOWN;
}

const NOT_SHOWN = ['fails', 'undecided'] as const;

function seedLight({ run, serial }: VerdictCase): Said {
  const { lights } = readinessOf({
    ...{ run, serial, seeds: [] },
    hardware: { waiver: null, pairs: [] },
    slice: { kind: 'closed', sentence: 'Sealed.' },
  });
  const light = lights.find(({ name }) => name === 'seed');
  return light?.state === 'red' && light.sentence.startsWith('The gain is not shown') ? NOT_SHOWN : ['holds'];
}

function decidedOf({ run: { points, original, chosen } }: VerdictCase) {
  const gain = chosen && gainOfPrompt(points, chosen.candidateHash);
  if (!original || !chosen || !gain) return null;
  const { pairs: _, ...verdict } = compareScores(original, chosen, gain);
  const said = { better: ['holds'], worse: ['fails'], undecided: ['undecided'] } as const;
  return { said: said[verdict.decided], sentence: versionSentence(verdict, 'Version') };
}

function gateSaid(one: VerdictCase): Said {
  const gate = decideGate({
    ...{ state: 'approval', slotKind: 'production', isPractice: false, registeredAtMs: 0, step: null },
    ...{ plan: { approvers: 1, liveSteps: [], stepHours: 24 }, evidenceHash: 'evidence', isHeld: false },
    ...{ approvals: [{ userId: 'ada', hash: 'evidence' }], authors: [], confirmation: null },
    heldOut: evidenceOf(one),
    weight: { baseline: 0, learned: 0 },
  });
  return gate.decision === 'promote' ? ['holds'] : ['undecided'];
}

const NO_WEIGHT = { baseline: 0, learned: 0, addedTokensMax: null, addedUsd: null, learnedAs: null };

function lightSaid(one: VerdictCase): Said {
  const [light] = gateLights(
    { heldOut: evidenceOf(one), confirmation: null, weight: NO_WEIGHT },
    { hasPassed: true },
  );
  return light?.word === 'shown' ? ['holds'] : ['undecided'];
}
