import { daysForPairs, pairsForPower, passPower, smallestMargin } from '@/lib/canary/power';
import { type CanaryDraft, completeDraft } from '@/lib/canary/registration';
import type { PowerInput } from '@/lib/contracts/canaries';
import type { CanaryExpectedInput, CanaryPower } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { CanaryPlan } from '@/lib/domain/canary';
import { assertMay } from '@/lib/policy/roles';
import type { Clock } from '@/lib/ports/clock';
import { DISCORDANCE_ASSUMED } from '@/lib/stats/paired-power';
import { type CanaryRow, countRequestsADay } from '@/server/repositories/canaries';
import { readHeldOutDiscordance } from '@/server/repositories/held-out-scores';
import { findServedPromptRows, getServedPromptRow } from '@/server/repositories/served-prompts';
import { getSlotRow } from '@/server/repositories/slots';

/** What a plan can decide with the team's own traffic, before anybody registers it, and three ways to more. */
const DAY_MS = 86_400_000;
const TRAFFIC_DAYS = 7;
const POWER_WANTED = 0.8;
/** Below it the plan needs an explicit yes (CAN-3). */
const POWER_MIN = 0.5;
/** Stands where nobody said a margin yet, so that the rest of the form can be shown. */
const MARGIN_SHOWN = 0.005;

export async function computeCanaryPower(
  actor: Actor,
  { slotId, promptId, draft, expected }: PowerInput,
  clock: Clock,
): Promise<CanaryPower> {
  assertMay(actor, 'read');
  const slot = slotId === undefined ? null : await getSlotRow(actor.workspaceId, slotId);
  const challenger =
    slot === null || promptId === undefined ? null : await getServedPromptRow(slot.id, promptId);
  const traffic = await expectedTraffic(slot?.id ?? null, expected, clock);
  const found = await expectedDiscordance({ slot, challenger, incumbentId: null }, expected);
  return powerOf(draft, traffic, found);
}

interface Traffic {
  readonly requestsADay: number | null;
  readonly traffic: CanaryPower['traffic'];
}

async function expectedTraffic(
  slotId: string | null,
  { requestsADay }: CanaryExpectedInput,
  clock: Clock,
): Promise<Traffic> {
  if (requestsADay !== undefined) return { requestsADay, traffic: 'given' };
  const since = new Date(clock.nowMs() - TRAFFIC_DAYS * DAY_MS);
  const measured = slotId === null ? 0 : await countRequestsADay(slotId, since, TRAFFIC_DAYS);
  return measured > 0
    ? { requestsADay: measured, traffic: 'measured' }
    : { requestsADay: null, traffic: 'unknown' };
}

interface Discordance {
  readonly discordance: number;
  readonly discordanceFrom: CanaryPower['discordanceFrom'];
}

interface TwoPrompts {
  readonly slot: Pick<CanaryRow['slot'], 'livePromptId'> | null;
  readonly challenger: Pick<CanaryRow['challenger'], 'runId' | 'candidateHash'> | null;
  readonly incumbentId: string | null;
}

/** Said, or measured where one run scored both prompts on held-out, or assumed. */
export async function expectedDiscordance(
  { slot, challenger, incumbentId }: TwoPrompts,
  { discordance }: CanaryExpectedInput,
): Promise<Discordance> {
  if (discordance !== undefined) return { discordance, discordanceFrom: 'given' };
  const liveId = incumbentId ?? slot?.livePromptId ?? null;
  const live = (await findServedPromptRows([liveId])).get(liveId ?? '');
  const { runId = null, candidateHash = null } = challenger ?? {};
  const measured =
    runId === null || candidateHash === null || live?.runId !== runId || live.candidateHash === null
      ? null
      : await readHeldOutDiscordance(runId, [candidateHash, live.candidateHash]);
  return measured === null || measured === 0
    ? { discordance: DISCORDANCE_ASSUMED, discordanceFrom: 'assumed' }
    : { discordance: measured, discordanceFrom: 'heldOut' };
}

function powerOf(draft: CanaryDraft, traffic: Traffic, found: Discordance): CanaryPower {
  const { discordance } = found;
  const { margin = MARGIN_SHOWN, ...rest } = completeDraft(draft, found);
  const plan: CanaryPlan = { ...rest, margin };
  const equal = { discordance, truth: 0 };
  const { requestsADay } = traffic;
  const inWindow =
    requestsADay === null ? null : Math.floor((requestsADay * plan.share * plan.windowHours) / 24);
  // A window that brings fewer pairs than planned ends the canary with those.
  const reached = Math.min(plan.pairsPlanned, inWindow ?? plan.pairsPlanned);
  const power = margin > 0 ? passPower({ ...plan, pairsPlanned: Math.max(1, reached) }, equal) : 0;
  const needed = pairsForPower(plan, equal, POWER_WANTED);
  const pairsWanted = Number.isFinite(needed) ? needed : null;
  return {
    ...traffic,
    ...found,
    pairsPlanned: plan.pairsPlanned,
    pairsInWindow: inWindow,
    power,
    pairsForPower: pairsWanted,
    days: requestsADay === null || plan.share <= 0 ? null : daysForPairs(plan.pairsPlanned, requestsADay, plan.share),
    smallestMargin: smallestMargin({ ...plan, pairsPlanned: Math.max(1, reached) }, discordance, POWER_WANTED),
    needsAcceptance: power < POWER_MIN,
    ways: requestsADay === null || pairsWanted === null ? [] : waysTo(plan, { pairsWanted, requestsADay, reached, discordance }),
  };
}

interface Wanted {
  readonly pairsWanted: number;
  readonly requestsADay: number;
  /** Pairs that the plan as it stands comes to. */
  readonly reached: number;
  readonly discordance: number;
}

/** Each way alone, the other two as they are. A way that cannot lead there is left out. */
function waysTo(plan: CanaryPlan, { pairsWanted, requestsADay, reached, discordance }: Wanted): CanaryPower['ways'] {
  const windowDays = plan.windowHours / 24;
  const { share, windowHours, margin } = plan;
  const shareWanted = roundedUp(pairsWanted / (requestsADay * Math.max(1, windowDays)), 0.01);
  const days = plan.share > 0 ? Math.max(1, daysForPairs(pairsWanted, requestsADay, plan.share)) : null;
  const marginWanted = roundedUp(
    smallestMargin({ ...plan, pairsPlanned: Math.max(1, reached) }, discordance, POWER_WANTED),
    0.001,
  );
  const wanted = { pairs: pairsWanted, share, windowHours, margin };
  return [
    ...(shareWanted > share && shareWanted <= 1
      ? [{ ...wanted, change: 'share' as const, share: shareWanted, days: windowDays, sentence: `Shadow ${percent(shareWanted)} of the traffic; a shadow harms nobody.` }]
      : []),
    ...(days !== null && days * 24 > windowHours && days <= 365
      ? [{ ...wanted, change: 'window' as const, windowHours: days * 24, days, sentence: `Let it run for ${days} days.` }]
      : []),
    ...(marginWanted > margin && marginWanted <= 0.5
      ? [{ ...wanted, pairs: reached, change: 'margin' as const, margin: marginWanted, days: windowDays, sentence: `Accept up to ${percent(marginWanted)} worse: a decision to take now, never later.` }]
      : []),
  ];
}

const roundedUp = (value: number, unit: number) => Number((Math.ceil(value / unit - 1e-9) * unit).toFixed(6));
const percent = (part: number) => `${Number((part * 100).toFixed(2))} %`;
