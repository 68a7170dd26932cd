import type { CanaryDraftInput } from '@/lib/contracts/canary-shapes';
import type { CanaryPlan, Guardrail } from '@/lib/domain/canary';
import type { FailureLevel } from '@/lib/domain/failure-level';
import type { GuardrailMetric } from '@/lib/domain/guardrail-metric';
import { numberOrNull, shareOrNull, textOfNumber, textOfShare } from '../draft-numbers';
import { METRIC_WORDS } from './plan-lines';

/**
 * The registration form while it is typed: texts in, a draft plan out. Shares and margins are typed in percent and
 * points, windows in days. An empty field is "as the failure cost has it"; nothing is judged here, the API says what is
 * at fault at its field.
 */
export interface PlanDraft {
  readonly mode: CanaryPlan['mode'];
  readonly failureLevel: FailureLevel;
  readonly margin: string;
  readonly share: string;
  readonly windowDays: string;
  readonly pairsPlanned: string;
  readonly pairsMin: string;
  readonly approvers: string;
  readonly stepHours: string;
  readonly watchHours: string;
  readonly outcomeWindowHours: string;
  readonly addedTokensMax: string;
  readonly liveSteps: readonly number[];
  readonly guardrails: readonly GuardrailDraft[];
  readonly acceptsLowPower: boolean;
}

export interface GuardrailDraft {
  readonly metric: GuardrailMetric;
  readonly name: string;
  readonly margin: string;
  readonly whenBroken: Guardrail['whenBroken'];
}

/** Any part of a plan. */
type PartialPlan = { readonly [Key in keyof CanaryPlan]?: CanaryPlan[Key] | undefined };

/** Alpha and the distance of the looks stay as they are everywhere, so the form does not ask for them. */
export function planDraftOf(plan: PartialPlan): PlanDraft {
  return {
    mode: plan.mode ?? 'shadow',
    failureLevel: plan.failureLevel ?? 'low',
    margin: textOfShare(plan.margin ?? null),
    share: textOfShare(plan.share ?? null),
    windowDays: textOfNumber(plan.windowHours === undefined ? null : plan.windowHours / 24),
    pairsPlanned: textOfNumber(plan.pairsPlanned ?? null),
    pairsMin: textOfNumber(plan.pairsMin ?? null),
    approvers: textOfNumber(plan.approvers ?? null),
    stepHours: textOfNumber(plan.stepHours ?? null),
    watchHours: textOfNumber(plan.watchHours ?? null),
    outcomeWindowHours: textOfNumber(plan.outcomeWindowHours ?? null),
    addedTokensMax: textOfNumber(plan.addedTokensMax ?? null),
    liveSteps: plan.liveSteps ?? [],
    guardrails: (plan.guardrails ?? []).map(({ margin, ...guardrail }) => ({
      ...guardrail,
      margin: textOfShare(margin),
    })),
    acceptsLowPower: plan.acceptsLowPower ?? false,
  };
}

/** Request body of a draft: only the fields that were filled in. */
export function planOfDraft(draft: PlanDraft): CanaryDraftInput {
  const { mode, failureLevel, liveSteps, acceptsLowPower } = draft;
  const days = numberOrNull(draft.windowDays);
  const said = {
    margin: shareOrNull(draft.margin),
    share: shareOrNull(draft.share),
    windowHours: days === null ? null : days * 24,
    pairsPlanned: numberOrNull(draft.pairsPlanned),
    pairsMin: numberOrNull(draft.pairsMin),
    approvers: numberOrNull(draft.approvers),
    stepHours: numberOrNull(draft.stepHours),
    watchHours: numberOrNull(draft.watchHours),
    outcomeWindowHours: numberOrNull(draft.outcomeWindowHours),
    addedTokensMax: numberOrNull(draft.addedTokensMax),
  };
  const shown = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  return {
    ...(shown as Partial<CanaryDraftInput>),
    ...{ mode, failureLevel, acceptsLowPower },
    // None chosen = as the failure cost has it, which may be none.
    ...(liveSteps.length > 0 ? { liveSteps: [...liveSteps] } : {}),
    guardrails: draft.guardrails.map(({ metric, name, margin, whenBroken }) => ({
      ...{ metric, name, whenBroken },
      margin: shareOrNull(margin) ?? 0,
    })),
  };
}

/** The margin that the row begins with: what the strategist's table proposes for each. */
const USUAL_MARGIN: Readonly<Record<GuardrailMetric, string>> = {
  latencyP95: '10',
  cost: '10',
  failureRate: '0.5',
  custom: '0.5',
};

export function newGuardrail(rows: readonly GuardrailDraft[], metric: GuardrailMetric): GuardrailDraft {
  const taken = new Set(rows.map(({ name }) => name));
  const base = METRIC_WORDS[metric].name;
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base} ${number}`;
  return { metric, name, margin: USUAL_MARGIN[metric], whenBroken: 'rollBack' };
}

/** Everything that the form of a registration holds. */
export interface RegistrationDraft {
  readonly draft: PlanDraft;
  readonly expected: ExpectedDraft;
  readonly personalDataReason: string;
}

/** Expected traffic, as typed; an empty field means the measured value, or else the assumed one. */
export interface ExpectedDraft {
  readonly requestsADay: string;
  /** In percent. */
  readonly discordance: string;
}

interface Expected {
  readonly requestsADay?: number | undefined;
  readonly discordance?: number | undefined;
}

export function expectedDraftOf(expected: Expected): ExpectedDraft {
  return {
    requestsADay: textOfNumber(expected.requestsADay ?? null),
    discordance: textOfShare(expected.discordance ?? null),
  };
}

export function expectedOfDraft(draft: ExpectedDraft): Expected {
  const requestsADay = numberOrNull(draft.requestsADay);
  const discordance = shareOrNull(draft.discordance);
  return {
    ...(requestsADay === null ? {} : { requestsADay }),
    ...(discordance === null ? {} : { discordance }),
  };
}

/** One of the ways to a plan that decides something, taken over into the form. */
export function withWay(
  draft: PlanDraft,
  way: {
    readonly share: number;
    readonly windowHours: number;
    readonly margin: number;
    readonly pairs: number;
  },
): PlanDraft {
  return {
    ...draft,
    margin: textOfShare(way.margin),
    share: textOfShare(way.share),
    windowDays: textOfNumber(way.windowHours / 24),
    pairsPlanned: textOfNumber(way.pairs),
  };
}
