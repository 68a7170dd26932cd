import { answerOf } from '@/lib/domain/claim-answer';
import { type Fact, type FactOf, isFact } from '@/lib/domain/ledger-entry';
import type { LevelTwoReading } from '@/lib/domain/level-two-readings';
import type { RunManifest } from '@/lib/domain/manifest';
import { READING_WORDS } from '@/lib/domain/practice-settings';
import { marginWords } from '@/lib/report/claims/quality-words';
import { practiceReading } from '@/lib/report/practice-reading';
import type { PairedDifference } from '@/lib/stats/paired-difference';
import { meanByExample, pairedGain } from '@/lib/stats/paired-scores';
import { STUDY_ARMS, type StudyArm, type StudyProtocol } from './protocol';

/**
 * The table of a study, computed from the facts of its runs alone, so that a replay of the bundle must give
 * the same table. Prompts are the last ones of their runs; money is list price. Times are excluded, because a
 * replay cannot measure them.
 */
export interface StudyRun {
  readonly arm: StudyArm;
  readonly seed: number;
  readonly manifest: RunManifest;
  readonly facts: readonly Fact[];
}

export interface StudyRow {
  readonly arm: StudyArm;
  readonly batchSize: number | null;
  /**
   * Counting method of level 2 in the practice model; left out for real models and arms without a level 2.
   */
  readonly levelTwo?: LevelTwoReading;
  readonly seeds: readonly SeedResult[];
  /** Means over the seeds. */
  readonly original: number;
  readonly final: number;
  /** Each example is averaged over the seeds first: the interval is over examples. */
  readonly gain: PairedDifference;
}

interface SeedResult {
  readonly seed: number;
  readonly reason: string;
  readonly original: number;
  readonly final: number;
  readonly gain: PairedDifference;
  readonly failures: number;
  readonly calls: number;
  readonly tokens: number;
  readonly costUsd: number;
}

export interface StudyTable {
  readonly rows: readonly StudyRow[];
  /** Null if the study has no run of one of the two arms. */
  readonly primary: {
    readonly difference: PairedDifference;
    readonly margin: number;
    readonly answer: 'holds' | 'fails' | 'undecided';
  } | null;
}

type Measured = FactOf<'heldOut.measured'>['data'];

export function studyTable(protocol: StudyProtocol, runs: readonly StudyRun[]): StudyTable {
  const inOrder = [...runs].sort((a, b) => a.seed - b.seed);
  const ofArm = (arm: StudyArm) => inOrder.filter((run) => run.arm === arm && endsOf(run) !== null);
  const rows = STUDY_ARMS.flatMap((arm) => (ofArm(arm).length === 0 ? [] : [rowOf(arm, ofArm(arm))]));
  const [serial, combee] = [ofArm('serial'), ofArm('combee')].map((of) => meanByExample(of.flatMap(lastOf)));
  if (!serial?.exampleIds.length || !combee?.exampleIds.length) return { rows, primary: null };
  const difference = pairedGain(serial, combee);
  const { margin } = protocol;
  return { rows, primary: { difference, margin, answer: answerOf(difference, margin) } };
}

function rowOf(arm: StudyArm, runs: readonly StudyRun[]): StudyRow {
  const seeds = runs.map(seedResult);
  const [first] = runs;
  const batch = first?.manifest.batch;
  const levelTwo = first && practiceReading(first.manifest);
  return {
    arm,
    batchSize: batch?.kind === 'static' ? batch.size : null,
    ...(levelTwo ? { levelTwo } : {}),
    seeds,
    original: average(seeds.map(({ original }) => original)),
    final: average(seeds.map(({ final }) => final)),
    gain: pairedGain(meanByExample(runs.flatMap(firstOf)), meanByExample(runs.flatMap(lastOf))),
  };
}

function seedResult(run: StudyRun): SeedResult {
  const ends = endsOf(run);
  const finished = factsOf(run.facts, 'run.finished')[0]?.data;
  const spend = finished?.spend;
  return {
    seed: run.seed,
    reason: finished?.reason ?? 'notFinished',
    original: ends?.first.score.mean ?? 0,
    final: ends?.last.score.mean ?? 0,
    gain: ends ? pairedGain(ends.first, ends.last) : { mean: 0, lower: null, upper: null, n: 0 },
    failures: finished?.failures ?? 0,
    calls: spend?.calls ?? 0,
    tokens: (spend?.tokensIn ?? 0) + (spend?.tokensOut ?? 0),
    costUsd: spend?.costUsd ?? 0,
  };
}

/** The first and the last complete held-out measurement. */
function endsOf({ facts }: StudyRun): { readonly first: Measured; readonly last: Measured } | null {
  const whole = factsOf(facts, 'heldOut.measured')
    .map(({ data }) => data)
    .filter(({ split, incomplete }) => split === 'heldOut' && !incomplete);
  const [first, last] = [whole[0], whole.at(-1)];
  return first && last ? { first, last } : null;
}

const firstOf = (run: StudyRun) => endsOf(run)?.first ?? [];
const lastOf = (run: StudyRun) => endsOf(run)?.last ?? [];

export function factsOf<T extends Fact['type']>(facts: readonly Fact[], type: T): FactOf<T>[] {
  return facts.filter(isFact(type));
}

const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export function studyMarkdown({ rows, primary }: StudyTable, { endpoint }: StudyProtocol): string {
  const percent = (share: number | null) => (share === null ? '-' : (share * 100).toFixed(1));
  const span = ({ mean, lower, upper }: PairedDifference) =>
    `${percent(mean)} [${percent(lower)}, ${percent(upper)}]`;
  const lines = rows.map(({ arm, batchSize, levelTwo, seeds, original, final, gain }) => {
    const each = seeds.map((one) => percent(one.final)).join(', ');
    const size = batchSize ?? 'its choice';
    const reading = levelTwo === undefined ? '' : `, ${READING_WORDS[levelTwo]}`;
    return `| ${arm}${reading} | ${size} | ${percent(original)} | ${percent(final)} (${each}) | ${span(gain)} | ${gain.n} |`;
  });
  return [
    endpoint.practice
      ? 'A rehearsal on the practice model: no learning figure of a real model, and Combee under one of three readings of level 2, named with its arm.'
      : `Answers by ${endpoint.model} at ${endpoint.origin}.`,
    'Held-out score of the last prompt in %, mean over the seeds (each seed); gain in points with its 95 % interval.',
    '',
    '| arm | batch size | original | last prompt | gain | n |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
    primary === null
      ? 'Primary outcome: not measured.'
      : `Primary outcome: Combee minus serial ${span(primary.difference)} points, margin ${marginWords(primary.margin)}: ${primary.answer}.`,
  ].join('\n');
}
