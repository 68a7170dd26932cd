import { isShadowed, WATCH_SHARE } from '@/lib/canary/bucketing';
import type { PairedPrompt, PostExposuresInput, TakenExposures } from '@/lib/contracts/canary-ingest';
import type { Actor } from '@/lib/domain/actor';
import { assertOfSlot } from '@/lib/policy/roles';
import type { Clock } from '@/lib/ports/clock';
import {
  findShadowingCanaries,
  type ShadowingCanary,
  type ShadowingPrompt,
} from '@/server/repositories/canaries';
import { exposePairs } from '@/server/repositories/canary-pairs';
import { getSlotRow } from '@/server/repositories/slots';
import { planOf } from '@/server/repositories/stored-canary';
import { HOUR_MS, stageHours } from '@/server/services/promotion/read/stage-moment';
import { exposureIds } from '@/server/serving/exposure-id';

/**
 * Which requests of a client of its own the shadow takes. Taken or not follows from the request's key alone, so asking
 * again changes nothing; each one that is taken is a pair from then on, even if nothing is ever told of it.
 */
export async function postExposures(
  actor: Actor<'ingest'>,
  input: PostExposuresInput & { readonly slotId: string },
  clock: Clock,
): Promise<{ canaries: TakenExposures[] }> {
  assertOfSlot(actor, input.slotId);
  const found = await findShadowingCanaries(actor.workspaceId, input.slotId);
  // A slot that is not there is told from one without a canary.
  if (found.length === 0) await getSlotRow(actor.workspaceId, input.slotId);
  const canaries: TakenExposures[] = [];
  for (const canary of found) {
    if (isOpen(canary, clock.nowMs())) canaries.push(await take(canary, input, clock.nowMs()));
  }
  return { canaries };
}

function isOpen(canary: ShadowingCanary, nowMs: number): boolean {
  const plan = planOf(canary);
  if (plan === null || canary.stageStartedAt === null) return false;
  const hours = stageHours({ state: stageOf(canary) }, plan);
  return nowMs < canary.stageStartedAt.getTime() + hours * HOUR_MS;
}

const stageOf = ({ state }: Pick<ShadowingCanary, 'state'>) => (state === 'watch' ? 'watch' : 'shadow');

async function take(
  canary: ShadowingCanary,
  { requests, knownPrompts, slotId }: PostExposuresInput & { readonly slotId: string },
  nowMs: number,
): Promise<TakenExposures> {
  const stage = stageOf(canary);
  const share = stage === 'watch' ? WATCH_SHARE : (planOf(canary)?.share ?? 0);
  const ids = exposureIds();
  const taken = requests
    .filter(({ requestKey }) => isShadowed(canary.id, requestKey, share))
    .map((request) => ({ ...request, keyHash: ids.keyHashOf(slotId, request.requestKey) }));
  const { challenger } = canary;
  const about = { slotId, canaryId: canary.id, stage, step: null, variant: 'challenger' } as const;
  const of = { promptId: challenger.id, version: challenger.version, atMs: nowMs };
  const pairs = taken.map(({ keyHash, conversationKey }) => ({
    key: keyHash,
    cluster: conversationKey === undefined ? null : ids.keyHashOf(slotId, conversationKey),
  }));
  await exposePairs({ canaryId: canary.id, stage }, pairs, new Date(nowMs));
  return {
    canaryId: canary.id,
    stage,
    incumbent: canary.incumbent && pairedPrompt(canary.incumbent, knownPrompts),
    challenger: pairedPrompt(challenger, knownPrompts),
    exposures: taken.map(({ requestKey, keyHash }) => ({
      requestKey,
      exposureId: ids.issue({ ...about, ...of, keyHash }),
    })),
  };
}

function pairedPrompt(row: ShadowingPrompt, known: readonly string[]): PairedPrompt {
  const { id, version, sha256, text, model, params } = row;
  return {
    promptId: id,
    ...{ version, sha256, model },
    text: known.includes(sha256) ? null : text,
    params: params as Record<string, unknown>,
  };
}
