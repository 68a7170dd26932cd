import { planPresets, suggestedPreset } from '@/lib/canary/plan-presets';
import { advisePower } from '@/lib/canary/power-advice';
import { completeDraft } from '@/lib/canary/registration';
import type { PowerInput } from '@/lib/contracts/canaries';
import type { CanaryPower } from '@/lib/contracts/canary-power';
import type { CanaryExpectedInput } from '@/lib/contracts/canary-shapes';
import type { Actor } from '@/lib/domain/actor';
import type { Clock } from '@/lib/ports/clock';
import { DISCORDANCE_ASSUMED } from '@/lib/stats/paired-power';
import { type CanaryRow, countRequestsADay } from '@/server/repositories/canaries';
import { readHeldOutDiscordance } from '@/server/repositories/held-out-scores';
import { findServedPromptRows, getServedPromptRow } from '@/server/repositories/served-prompts';
import { getSlotRow } from '@/server/repositories/slots';

/** Power of a plan with the team's own traffic, before its registration. */
const DAY_MS = 86_400_000;
const TRAFFIC_DAYS = 7;

export async function computeCanaryPower(
  actor: Actor<'read'>,
  { slotId, promptId, draft, expected }: PowerInput,
  clock: Clock,
): Promise<CanaryPower> {
  const slot = slotId === undefined ? null : await getSlotRow(actor.workspaceId, slotId);
  const challenger =
    slot === null || promptId === undefined ? null : await getServedPromptRow(slot.id, promptId);
  const traffic = await expectedTraffic(slot?.id ?? null, expected, clock);
  const found = await expectedDiscordance({ slot, challenger, incumbentId: null }, expected);
  const { ways, ...advice } = advisePower(draft, { ...traffic, ...found });
  const { margin: _, guardrails, liveSteps, ...plan } = completeDraft(draft, found);
  const completed = { ...plan, guardrails: guardrails.map((one) => ({ ...one })), liveSteps: [...liveSteps] };
  const expectation = { discordance: found.discordance, requestsADay: traffic.requestsADay };
  const presets = planPresets(draft.failureLevel, expectation);
  const suggested = suggestedPreset(presets);
  return {
    ...traffic,
    ...found,
    ...advice,
    plan: completed,
    ways: [...ways],
    presets: [...presets],
    suggested,
  };
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
