import type { Actor } from '@/lib/domain/actor';
import { invariant } from '@/lib/errors/invariant';
import { seededRng } from '@/lib/random/seeded-rng';
import { type ManualClock, manualClock } from '@/lib/testing/manual-clock';
import { drawPair } from '@/lib/testing/simulate-canary';
import { db } from '@/server/db/client';
import { draftCanary, registerCanary, startCanary } from '@/server/services/promotion/decide/canary-drafts';
import { postExposures } from '@/server/services/promotion/ingest/post-exposures';
import { postOutcomes } from '@/server/services/promotion/ingest/post-outcomes';
import { readCanary } from '@/server/services/promotion/read/read-canaries';
import { archiveSlot } from '@/server/services/promotion/slot/archive-slot';
import { createSlot } from '@/server/services/promotion/slot/manage-slots';
import { setFirstPrompt } from '@/server/services/promotion/slot/set-first-prompt';
import { addSlotPrompt } from '@/server/services/promotion/slot/slot-prompts';
import type { Scenario, SeededPage } from './scenario';

/**
 * A rehearsal slot whose challenger was worse: a canary of posted pairs, drafted, registered and started through the
 * services that everybody uses, two hours ago by a clock of its own, and ended by what its pairs said.
 */
const NAME = 'failed-canary';
const SLUG = 'seeded-failed-canary';
const AGO_MS = 2 * 3_600_000;
const BETWEEN_BATCHES_MS = 4 * 60_000;
const BATCH = 100;
const PAIRS_PLANNED = 3_000;
const MARGIN = 0.03;
/** Fifteen points worse, with one pair in four that only one side gets right. */
const TRUTH = { discordance: 0.25, truth: -0.15 };
const INCUMBENT = 'Answer the question.\nState the unit with every number.\nSay nothing else.';
const CHALLENGER = 'Answer the question in one line.\nRound every number to one digit.\nSay nothing else.';

export const FAILED_CANARY: Scenario = {
  name: NAME,
  about: 'A rehearsal slot with a canary that failed and was rolled back.',
  pages: canaryPages,
  async clear(actor) {
    for (const { id } of await slotsOf(actor)) await archiveSlot(actor, { slotId: id });
  },
  async make({ actor }) {
    const clock = manualClock(Date.now() - AGO_MS);
    const { slotId, challengerId } = await makeSlot(actor, clock);
    const draft = {
      ...{ failureLevel: 'low' as const, margin: MARGIN, share: 1, windowHours: 48 },
      ...{ pairsPlanned: PAIRS_PLANNED, lookEvery: BATCH, acceptsLowPower: true },
    };
    const { discordance } = TRUTH;
    const asked = { slotId, promptId: challengerId, draft, expected: { discordance } };
    const { id: canaryId } = await draftCanary(actor, asked, clock);
    await registerCanary(actor, { canaryId }, clock);
    await startCanary(actor, { canaryId }, clock);
    const state = await postUntilDecided(actor, { slotId, canaryId }, clock);
    invariant(state === 'failed', `Fifteen points of harm end a canary as failed, and not as ${state}.`);
  },
};

async function makeSlot(actor: Actor<'administer'>, clock: ManualClock) {
  const { workspaceId } = actor;
  const before = await db().slot.count({ where: { workspaceId, slug: { startsWith: SLUG } } });
  const slug = before === 0 ? SLUG : `${SLUG}-${before + 1}`;
  const { id: slotId } = await createSlot(actor, {
    ...{ kind: 'rehearsal', slug, name: 'Seeded: answers of the desk' },
    description: 'Rehearses a promotion that fails. No real client reads it.',
  });
  // Made at the time at which its canary begins, so that its history reads in order.
  await db().slot.update({ where: { id: slotId }, data: { createdAt: new Date(clock.nowMs()) } });
  const written = { source: 'written' as const, basedOn: null, model: null, params: {} };
  const incumbent = await addSlotPrompt(actor, { slotId, ...written, text: INCUMBENT });
  const first = { slotId, promptId: incumbent.promptId, reason: 'What the code serves today.' };
  await setFirstPrompt(actor, first, clock);
  clock.advance(60_000);
  const challenger = await addSlotPrompt(actor, { slotId, ...written, text: CHALLENGER });
  return { slotId, challengerId: challenger.promptId };
}

/** As a client of its own posts them; the clock goes on with each batch. */
async function postUntilDecided(
  actor: Actor<'administer'>,
  { slotId, canaryId }: { readonly slotId: string; readonly canaryId: string },
  clock: ManualClock,
): Promise<string> {
  const rng = seededRng('seeded failed canary 1');
  for (let from = 0; from < PAIRS_PLANNED; from += BATCH) {
    clock.advance(BETWEEN_BATCHES_MS);
    const requests = Array.from({ length: BATCH }, (_, index) => ({
      requestKey: `${canaryId}-${from + index}`,
    }));
    const { canaries } = await postExposures(actor, { slotId, requests, knownPrompts: [] }, clock);
    const outcomes = canaries.flatMap(({ exposures }) =>
      exposures.map(({ exposureId }) => {
        const { incumbent, challenger } = drawPair(rng, TRUTH);
        const said = (score: number) => ({
          ...{ score, latencyMs: 600 + Math.floor(rng.nextFloat() * 700) },
          ...{ costUsd: 0.0004, failure: null },
        });
        return { exposureId, incumbent: said(incumbent ?? 0), challenger: said(challenger ?? 0) };
      }),
    );
    if (outcomes.length > 0) await postOutcomes(actor, { slotId, outcomes }, clock);
    const { state } = await readCanary(actor, { canaryId }, clock);
    if (state !== 'shadow') return state;
  }
  return 'shadow';
}

const slotsOf = ({ workspaceId }: Actor) =>
  db().slot.findMany({
    where: { workspaceId, slug: { startsWith: SLUG }, archivedAt: null },
    select: { id: true, name: true, canaries: { select: { id: true } } },
  });

async function canaryPages(actor: Actor): Promise<readonly SeededPage[]> {
  return (await slotsOf(actor)).flatMap(({ id, name, canaries }) => [
    { title: name, path: `/slots/${id}` },
    ...canaries.map((canary) => ({ title: 'Its canary', path: `/canaries/${canary.id}` })),
  ]);
}
