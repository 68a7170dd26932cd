/**
 * Content of a plan or a report, as one value: ten sections of statements, the headline, and the few facts that the
 * rules read. Its canonical hash is what an acceptance binds, so it holds no time of making: the same facts give the
 * same hash, and then there is no new version.
 */
import { canonicalHash } from '@/lib/domain/content-hash';
import type { FactType } from '@/lib/domain/ledger-entry';
import type { SplitName } from '@/lib/domain/split';
import type { TargetAmounts } from '@/lib/domain/target-amounts';
import type { TruthTone } from '@/lib/domain/truth';
import type { RejectedShape, Shape } from '@/lib/policy/shapes';
import type { CostPerPoint } from '@/lib/report/cost-per-point';
import type { SectionContent, Statement } from './sections';

export type StrategyKind = 'plan' | 'report';

export interface StrategySubject {
  readonly experimentId: string;
  readonly experiment: string;
  /** The run that a report is of; null for a plan. */
  readonly runId: string | null;
  readonly run: string | null;
}

/** The one number on top. */
export interface Headline extends Statement {
  readonly metric: 'costPerImprovementPoint' | 'speedup';
  /** Split of its score; a headline may use held-out only. */
  readonly split: SplitName;
}

/** Verdict in one word, and what a decision needs: gain, cost, time and the next step. */
export interface StrategySummary {
  readonly verdict: string;
  readonly tone: TruthTone;
  readonly gain: Statement;
  readonly cost: Statement;
  readonly time: Statement;
  readonly recommendation: string;
}

/** A speedup ratio, where one may be stated, with the facts that must accompany it. */
export interface SpeedupSaid {
  readonly ratio: number;
  /** Price of a point next to the ratio. */
  readonly cost: CostPerPoint | null;
  /** Split and hardware of both sides, parallel first. */
  readonly splits: readonly [string, string];
  readonly hardware: readonly [string, string];
}

export interface StrategyContent {
  readonly format: 1;
  readonly kind: StrategyKind;
  readonly subject: StrategySubject;
  /** A practice model had a part in its numbers: every one of them says so. */
  readonly practice: boolean;
  readonly hardware: string;
  readonly hashes: {
    readonly configuration: string;
    readonly split: string;
    /** Manifest hash of a report's run; null for a plan. */
    readonly manifest: string | null;
    readonly run: string | null;
  };
  readonly headline: Headline;
  readonly speedup: SpeedupSaid | null;
  /** For a reader of half a page; absent = an older version. */
  readonly summary?: StrategySummary;
  /** Why the headline may not be used although there is one; empty = it may. */
  readonly headlineBlockedBy: readonly string[];
  /** Amounts of a report's run and its baseline until the target; absent = a plan, or an older report. */
  readonly toTarget?: { readonly run: TargetAmounts; readonly serial: TargetAmounts };
  /** States that proposer and serving model are one, and who acknowledged it; absent = they differ. */
  readonly confounded?: string;
  readonly shape: { readonly chosen: Shape; readonly rejected: readonly RejectedShape[] };
  /** The ledger entry that would show the largest failure mode. */
  readonly monitor: { readonly entry: FactType };
  readonly sections: readonly SectionContent[];
}

export function strategyHash(content: StrategyContent): string {
  return canonicalHash(content);
}
