/**
 * Whole cost of a run: by role, by iteration, until each accepted prompt, until a target, against the serial
 * baseline, and the headline. Cost per iteration and per improvement are in one value, so that neither can be given
 * without the other. Made of ledger rows and measured scores; reads nothing.
 *
 * Dollars are list prices as if no cache had helped, since every comparison uses those (rulings J5); what was paid
 * is given next to them.
 */
import type { CostRow } from '@/lib/domain/cost-row';
import { bindingsOf, type RunManifest } from '@/lib/domain/manifest';
import type { TargetAmounts } from '@/lib/domain/target-amounts';
import type { Confounding } from '@/lib/policy/confounding';
import { type AgainstSerial, againstSerial, type Spent } from './cost-against';
import {
  acceptedPoints,
  type CostToTarget,
  costToTarget,
  type Milestone,
  milestoneAt,
} from './cost-milestones';
import {
  costByIteration,
  costByPurpose,
  costByRole,
  type IterationCost,
  type PurposeCost,
  type RoleCost,
} from './cost-parts';
import { type CostPerPoint, costPerPoint } from './cost-per-point';
import { type CostTotals, totalsOf } from './cost-rows';
import { type SerialToTarget, serialToTarget, targetAmounts } from './cost-target';
import { blockedHeadline, type CostHeadline, costHeadline, type HeadlineParts } from './headline';
import type { RunRecord } from './run-record';

export interface CostReport {
  readonly headline: CostHeadline;
  readonly total: CostTotals;
  readonly byRole: readonly RoleCost[];
  readonly byPurpose: readonly PurposeCost[];
  /** Cost of the iterations whose rows were given; `iterations` = number of all iterations. */
  readonly byIteration: readonly IterationCost[];
  readonly iterations: number;
  readonly accepted: readonly AcceptedCost[];
  readonly toTarget: CostToTarget & { readonly amounts: TargetAmounts };
  readonly serialToTarget: SerialToTarget;
  /** Comparison of the run's final prompt with the serial baseline. */
  readonly againstSerial: AgainstSerial;
  readonly prices: readonly PriceLine[];
  /** Notes that a reader needs to interpret the numbers. */
  readonly notes: readonly string[];
}

export interface AcceptedCost extends Milestone {
  readonly againstSerial: AgainstSerial;
}

/** Price of a million tokens on the day that it was entered; null = no price. */
export interface PriceLine {
  readonly provider: string;
  readonly model: string;
  readonly usdPerMillionIn: number | null;
  readonly usdPerMillionOut: number | null;
  readonly usdPerMillionCached: number | null;
  readonly pricedAt: string | null;
  readonly hardware: string;
  readonly practice: boolean;
  /** Null = its GPU-seconds are not measured. */
  readonly acceleratorsPerCall: number | null;
}

export interface CostEvidence {
  readonly record: RunRecord;
  /** They may be added up between the milestones of the record. */
  readonly rows: readonly CostRow[];
  /** A row each of the newest iterations, and how many there are in all; left out: `rows` are that. */
  readonly newest?: { readonly iterations: number; readonly rows: readonly CostRow[] };
  readonly serial: { readonly record: RunRecord; readonly rows: readonly CostRow[] } | null;
  /** Null = the run's own, if it has one. */
  readonly targetScore: number | null;
  /** Statement about the run's speed that readiness allows. */
  readonly speed: HeadlineParts['speed'];
  /** Proposer and serving model are one; absent or null = they are told apart. */
  readonly confounding?: Confounding | null;
}

export function costReport(evidence: CostEvidence): CostReport {
  const { record, rows, serial, targetScore, newest } = evidence;
  const total = totalsOf(rows);
  const target = targetScore ?? record.manifest.stopping.targetScore;
  const toTarget = costToTarget(record, rows, target);
  const baseline: Spent | null = serial && {
    record: serial.record,
    end: serial.record.chosen,
    costUsd: totalsOf(serial.rows).costUsd,
  };
  const byIteration = costByIteration(newest?.rows ?? rows, rows);
  return {
    headline: headlineOf(evidence),
    total,
    byRole: costByRole(rows),
    byPurpose: costByPurpose(rows),
    byIteration,
    iterations: newest?.iterations ?? byIteration.length,
    accepted: acceptedPoints(record).map((point) => {
      const milestone = milestoneAt(point, rows);
      const spent = { record, end: point, costUsd: milestone.totals.costUsd };
      return { ...milestone, againstSerial: againstSerial(spent, baseline) };
    }),
    toTarget: { ...toTarget, amounts: targetAmounts(toTarget) },
    serialToTarget: serialToTarget(record, serial, target),
    againstSerial: againstSerial(
      { record, end: isLearningUnmeasured(evidence) ? null : record.chosen, costUsd: total.costUsd },
      baseline,
    ),
    prices: priceTable(record.manifest),
    notes: [...notesOn(record, total), ...(evidence.confounding ? [evidence.confounding.sentence] : [])],
  };
}

/** A run that trains and has measured its original prompt alone: of no gain yet, which is not a gain of none. */
const isLearningUnmeasured = ({ record, rows, speed }: CostEvidence): boolean =>
  record.points.length < 2 && speed.kind !== 'shown' && rows.some(({ purpose }) => purpose === 'generate');

function headlineOf(evidence: CostEvidence): CostHeadline {
  const { record, rows, speed, confounding } = evidence;
  const cost = isLearningUnmeasured(evidence) ? null : pointPrice(record, rows);
  const headline = costHeadline({ cost, speed } as HeadlineParts);
  if (!confounding || confounding.acknowledged !== null) return headline;
  return blockedHeadline(headline, confounding.sentence);
}

/** Price of a point over the run's own original prompt; null before both were measured. */
export function pointPrice(record: RunRecord, rows: readonly CostRow[]): CostPerPoint | null {
  return record.gain === null ? null : costPerPoint(totalsOf(rows).costUsd, record.gain);
}

/** One line a model, whichever roles it plays. */
export function priceTable(manifest: Pick<RunManifest, 'models' | 'judging'>): readonly PriceLine[] {
  const lines = bindingsOf(manifest).map((binding) => ({
    provider: binding.providerName,
    model: binding.model,
    usdPerMillionIn: binding.usdPerMillionIn,
    usdPerMillionOut: binding.usdPerMillionOut,
    usdPerMillionCached: binding.usdPerMillionCached,
    pricedAt: binding.pricedAt,
    hardware: binding.hardware,
    practice: binding.practice,
    acceleratorsPerCall: binding.acceleratorsPerCall ?? null,
  }));
  return [...new Map(lines.map((line) => [`${line.provider}\n${line.model}`, line])).values()];
}

const calls = (count: number) => `${count} ${count === 1 ? 'call' : 'calls'}`;

function notesOn({ practice, manifest }: RunRecord, total: CostTotals): readonly string[] {
  const notes: string[] = [];
  if (practice) notes.push('These are numbers of the practice model.');
  if (total.unpriced > 0) {
    notes.push(`${calls(total.unpriced)} went to a model without a price, so the dollars are not known.`);
  }
  if (total.gpuSeconds === null) {
    notes.push(
      'GPU-seconds are not measured: a provider does not say how many accelerators a call keeps busy.',
    );
  }
  if (total.unanswered > 0) {
    notes.push(`${calls(total.unanswered)} sent and not answered so far: what that cost is in no sum.`);
  }
  if (manifest.task.scoring.kind === 'command' || manifest.task.scoring.kind === 'http') {
    notes.push('What the evaluating program costs is not known to Waggle and is in no sum.');
  }
  return notes;
}
