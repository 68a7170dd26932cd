/**
 * Readiness of a speed claim: three lights, and a headline that stays hidden until they allow it.
 *
 *     hardware   the ratio again on another declared accelerator or host; practice is only ever a rehearsal
 *     slice      the chosen prompt against the first one on the sealed confirmation slice, opened once
 *     seed       the gain's paired interval above zero in every seed: the claim's own and two new ones
 *
 * Any break means not ready. An owner's waiver replaces the hardware light only (strategist A8) and leaves its
 * mark on the claim permanently: "single hardware class". Decides nothing about the next measurements.
 */
import type { ReadinessStanding } from '@/lib/policy/readiness';
import { ROLES_CONFOUNDED, SPEEDUP_CONDITIONS } from '@/lib/policy/rules/claims';
import { PRICED_SPEEDUP_RULE } from '@/lib/policy/rules/cost';
import { unmetConditions } from '@/lib/policy/speedup-conditions';
import { pooledGain } from './claims/pooled-gain';
import { type CostPerPoint, costPerPoint } from './cost-per-point';
import { speedBesideCost } from './headline';
import { ratioOverSeeds } from './ratio-over-seeds';
import type { Light, ReadinessEvidence } from './readiness-evidence';
import { type ClaimOf, hardwareLight, seedLight, sliceLight } from './readiness-lights';
import type { RunRecord } from './run-record';
import { type SpeedClaim, speedClaim } from './speed-claim';

/** Headline that green lights allow: never a ratio without the price of a point. */
export interface Headline {
  readonly ratio: number;
  /** 95 % over the seeds, of the logarithms; null = no interval. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly seeds: number;
  readonly cost: CostPerPoint;
  readonly hardware: string;
  readonly scope: ClaimScope;
  readonly sentence: string;
}

export type ClaimScope = 'several hardware classes' | 'single hardware class';

export interface Readiness extends ReadinessStanding {
  readonly lights: readonly Light[];
  readonly claim: SpeedClaim;
  readonly headline: Headline | null;
  readonly scope: ClaimScope;
}

export function readinessOf(evidence: ReadinessEvidence): Readiness {
  const claimOf = remembered();
  const claim = withNote(claimOf(evidence.run, evidence.serial), evidence);
  const lights = [hardwareLight(evidence, claimOf), sliceLight(evidence.slice), seedLight(evidence, claimOf)];
  const headline = headlineOf(evidence, lights, claimOf);
  const blockedBy = notBelieved(evidence) ?? firstBreak(claim, { evidence, lights, headline });
  const scope = scopeOf(lights);
  if (blockedBy === null) return { ready: true, blockedBy, lights, claim, headline, scope };
  return {
    ready: false,
    blockedBy,
    lights: lights.map(hidden),
    claim: hiddenClaim(claim),
    headline: null,
    scope,
  };
}

/** A claim costs a bootstrap and is asked for by light, headline and verdict alike. */
function remembered(): ClaimOf {
  const known = new Map<string, SpeedClaim>();
  return (parallel, serial) => {
    const key = `${parallel.runId}/${serial?.runId}`;
    const claim = known.get(key) ?? speedClaim(parallel, serial);
    known.set(key, claim);
    return claim;
  };
}

const isOpen = ({ name, state }: Light) => state === 'green' || (name === 'hardware' && state === 'waived');

/** Before all else: no measurement repairs a held-out that was tuned on, or a score that was put aside. */
function notBelieved({ contamination, doubt }: ReadinessEvidence): ReadinessStanding['blockedBy'] {
  const found = contamination ?? doubt;
  return found ? { code: found.code, light: 'claim', sentence: found.sentence } : null;
}

/** The claim with the note that one model has both roles: permanent, acknowledged or not. */
function withNote(claim: SpeedClaim, { confounding }: ReadinessEvidence): SpeedClaim {
  return confounding ? { ...claim, notes: [...claim.notes, confounding.sentence] } : claim;
}

interface Found {
  readonly evidence: ReadinessEvidence;
  readonly lights: readonly Light[];
  readonly headline: Headline | null;
}

function firstBreak(
  claim: SpeedClaim,
  { evidence, lights, headline }: Found,
): ReadinessStanding['blockedBy'] {
  // A claim without a speedup cannot be fixed by measuring it again, so it comes first.
  if (claim.verdict !== 'speedup') {
    const code = NO_CLAIM_CODES[claim.verdict];
    return { code, light: 'claim', sentence: claim.sentence };
  }
  const forbidden = forbiddenBy(evidence);
  if (forbidden !== null) return forbidden;
  const failing = lights.find((light) => !isOpen(light));
  if (failing)
    return { code: failing.code ?? 'CONFIG_NOT_READY', light: failing.name, sentence: failing.sentence };
  if (headline !== null) return null;
  const { code, sentence, howToProceed } = PRICED_SPEEDUP_RULE;
  return { code, light: 'claim', sentence: `${sentence} ${howToProceed[0]}` };
}

const NO_CLAIM_CODES = {
  regression: 'REGRESSION_AS_WIN',
  undecided: 'QUALITY_UNDECIDED',
  notFaster: 'NO_SPEEDUP',
  notComparable: 'NO_SPEEDUP',
} as const;

/** Blocks that no measurement can lift, because they follow from the run's settings. */
function forbiddenBy({ conditions = [], confounding }: ReadinessEvidence): ReadinessStanding['blockedBy'] {
  const unmet = unmetConditions(conditions);
  if (unmet.length > 0) {
    const sentence = `${SPEEDUP_CONDITIONS.sentence} Not met by this run: ${unmet.join('; ')}.`;
    return { code: SPEEDUP_CONDITIONS.code, light: 'claim', sentence };
  }
  if (!confounding || confounding.acknowledged !== null) return null;
  return { code: ROLES_CONFOUNDED.code, light: 'claim', sentence: confounding.sentence };
}

/** Over all seeds: the ratio (./ratio-over-seeds), and the price of a point from the gain (./claims/pooled-gain). */
function headlineOf(
  { run, serial, seeds, confounding }: ReadinessEvidence,
  lights: readonly Light[],
  claimOf: ClaimOf,
): Headline | null {
  if (!lights.every(isOpen)) return null;
  const records = [run, ...seeds.filter(({ finished }) => finished).map(({ record }) => record)];
  const ratios = records.flatMap((record) => claimOf(record, serial).ratio ?? []);
  const cost = pooledCost(records);
  const measured = ratioOverSeeds(ratios);
  if (measured === null || cost === null || cost.kind === 'unpriced') return null;
  const scope = scopeOf(lights);
  const { model, hardware } = run.manifest.models.serving;
  const said = speedBesideCost({ kind: 'shown', ...measured }, cost);
  const roles = confounding ? ` ${confounding.sentence}` : '';
  const sentence = `${said} Measured with ${model} on ${hardware}, ${scope}.${roles}`;
  return { ...measured, cost, hardware, scope, sentence };
}

function pooledCost(records: readonly RunRecord[]): CostPerPoint | null {
  const gain = pooledGain(records.flatMap((record) => record.gain ?? []));
  if (gain === null) return null;
  const costs = records.map(({ costUsd }) => costUsd);
  const known = costs.filter((cost) => cost !== null);
  const usd = known.length < costs.length ? null : known.reduce((sum, cost) => sum + cost, 0) / costs.length;
  return costPerPoint(usd, gain);
}

const scopeOf = (lights: readonly Light[]): ClaimScope =>
  lights.some(({ name, state }) => name === 'hardware' && state === 'green')
    ? 'several hardware classes'
    : 'single hardware class';

/** no ratio leaves before the claim is ready; times and gains, which explain a light, do. */
const hidden = (light: Light): Light => ({
  ...light,
  numbers: light.numbers.map((number) => ({ ...number, ratio: null })),
});

function hiddenClaim(claim: SpeedClaim): SpeedClaim {
  // One divided by the other would be the ratio again.
  const untimed = { ...claim, ratio: null, serialMs: null, parallelMs: null };
  if (claim.verdict === 'undecided') return untimed;
  if (claim.verdict !== 'speedup') return { ...claim, ratio: null };
  return { ...untimed, sentence: 'Faster than the serial baseline; how much is said once it is ready.' };
}
