/** Producers that say whether a run keeps the quality of its serial baseline. */
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import { claimSettings } from '@/lib/domain/claim-settings';
import type { TruthKind } from '@/lib/domain/truth';
import { againstSerial } from '@/lib/report/cost-against';
import { costReport } from '@/lib/report/cost-report';
import { renderMarkdown } from '@/lib/report/document/markdown';
import { type Readiness, readinessOf } from '@/lib/report/readiness';
import { type SpeedVerdict, speedClaim } from '@/lib/report/speed-claim';
import { composeStrategy } from '@/lib/report/strategy/compose-strategy';
import { strategyDocument } from '@/lib/report/strategy/strategy-document';
import { buildReportInput } from '@/lib/testing/builders/strategy-input';
import { ANSWER_WORDS, qualitySentence } from '@/lib/view/paired-comparison';
import { pairedRun } from '@/server/services/comparisons/paired-run';
import type { VerdictCase } from './verdict-cases';
import { type Producer, truthOf } from './verdict-claims';
import { qualityIn, type Said } from './verdict-words';

export const QUALITY_PRODUCERS: readonly Producer[] = [
  { name: 'speed claim: field', said: (one) => answered(claimOf(one).quality?.answer) },
  { name: 'speed claim: verdict', said: (one) => SPEED[claimOf(one).verdict] },
  { name: 'speed claim: sentence', said: (one) => qualityIn(claimOf(one).sentence) },
  { name: 'readiness: what blocks it', isHeadline: true, said: (one) => blockedIn(readiness(one)) },
  { name: 'readiness: claim', said: (one) => answered(readiness(one).claim.quality?.answer) },
  { name: 'cost: field', said: (one) => answered(costOf(one)?.quality.answer) },
  { name: 'cost: sentence', said: (one) => qualityIn(costOf(one)?.sentence ?? '') },
  { name: 'accepted prompts: sentence', said: (one) => qualityIn(acceptedOf(one)) },
  { name: 'truth: kind', isHeadline: true, said: truthSaid },
  { name: 'truth: sentence', said: (one) => qualityIn(truthOf(one).sentence) },
  { name: 'compare: field', said: (one) => answered(pairedOf(one)?.quality) },
  { name: 'compare: sentence', isHeadline: true, said: comparedSentence },
  { name: 'compare: badge', said: (one) => badgeOf(pairedOf(one)?.quality) },
  { name: 'report: JSON', said: (one) => qualityIn(JSON.stringify(reportOf(one))) },
  { name: 'report: Markdown', said: (one) => qualityIn(markdownOf(one)) },
];

const answered = (answer: ClaimAnswer | undefined): Said => (answer === undefined ? null : [answer]);

const claimOf = ({ run, serial }: VerdictCase) => speedClaim(run, serial);

/** A speed verdict says nothing about quality if times may not be divided. */
const SPEED: Readonly<Record<SpeedVerdict, Said>> = {
  speedup: ['holds'],
  notFaster: ['holds'],
  regression: ['fails'],
  undecided: ['undecided'],
  notComparable: null,
};

function readiness({ run, serial, doubt }: VerdictCase): Readiness {
  return readinessOf({
    ...{ run, serial, doubt, seeds: [] },
    hardware: { waiver: null, pairs: [] },
    slice: { kind: 'closed', sentence: 'Sealed.' },
  });
}

function blockedIn({ blockedBy, claim }: Readiness): Said {
  if (blockedBy?.code === 'REGRESSION_AS_WIN') return ['fails'];
  if (blockedBy?.code === 'QUALITY_UNDECIDED') return ['undecided'];
  if (blockedBy?.light === 'claim' && blockedBy.code !== 'NO_SPEEDUP') return ['withheld'];
  return claim.verdict === 'speedup' || claim.verdict === 'notFaster' ? ['holds'] : null;
}

function costOf({ run, serial }: VerdictCase) {
  const spent = (record: VerdictCase['run']) => ({ record, end: record.chosen, costUsd: 2 });
  const against = againstSerial(spent(run), serial && spent(serial));
  return against.kind === 'compared' ? against : null;
}

/** The claim for the run's final prompt; earlier prompts have claims of their own. */
function acceptedOf(one: VerdictCase): string {
  const { accepted } = costsOf(one);
  return accepted.at(-1)?.againstSerial.sentence ?? '';
}

function costsOf({ run, serial }: VerdictCase) {
  return costReport({
    ...{ record: run, rows: [], targetScore: null },
    serial: serial && { record: serial, rows: [] },
    speed: { kind: 'none', sentence: 'Not measured again yet.' },
  });
}

/** Without a serial run, a gain says nothing about serial quality. */
function truthSaid(one: VerdictCase): Said {
  const { kind } = truthOf(one);
  return kind === 'gain' && one.serial === null ? null : (TRUTHS[kind] ?? null);
}

/** Truths that come before a gain in the order say nothing about serial quality. */
const TRUTHS: Readonly<Partial<Record<TruthKind, Said>>> = {
  contaminated: ['withheld'],
  inDoubt: ['withheld'],
  belowSerial: ['fails'],
  serialUndecided: ['undecided'],
  gain: ['holds'],
};

function pairedOf({ run, serial }: VerdictCase) {
  if (!run.chosen || !serial?.chosen) return null;
  const own = { points: run.points, best: run.chosen };
  const baseline = { points: serial.points, best: serial.chosen };
  return pairedRun(baseline, own, claimSettings(run.manifest).margin);
}

function comparedSentence(one: VerdictCase): Said {
  const paired = pairedOf(one);
  if (paired === null) return null;
  const { pairs: _, decided: __, ...counts } = paired;
  const side = { runId: 'run', label: 'Run', experimentId: 'exp', candidateHash: 'hash' };
  const view = {
    ...side,
    score: { mean: 0, lower: null, upper: null, n: 0 },
    learningMs: null,
    costUsd: null,
    practice: false,
    hardware: 'H100',
    doubt: one.doubt,
    ...counts,
  };
  if (one.doubt !== null)
    return [qualitySentence(view, SERIAL_SIDE).startsWith('No verdict') ? 'withheld' : 'holds'];
  return qualityIn(qualitySentence(view, SERIAL_SIDE));
}

const SERIAL_SIDE = { label: 'Serial', doubt: null };

const badgeOf = (answer: ClaimAnswer | undefined): Said =>
  answer === undefined ? null : [ANSWER_WORDS[answer].word as ClaimAnswer];

function reportOf(one: VerdictCase) {
  const input = buildReportInput(one.run.manifest);
  const measured = input.measured && { ...input.measured, record: one.run, costs: costsOf(one) };
  return composeStrategy({ ...input, serial: one.serial && { record: one.serial }, measured });
}

function markdownOf(one: VerdictCase): string {
  const version = { version: 1, createdBy: 'bench', createdAt: '2026-11-23T00:00:00.000Z' };
  return renderMarkdown(strategyDocument(reportOf(one), version));
}
