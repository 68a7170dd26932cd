import type { CanaryEvidence } from '@/lib/contracts/canary-evidence';
import { contentHash } from '@/lib/domain/content-hash';
import { measure } from '@/lib/stats/mean-interval';
import { canaryPlan } from '@/lib/testing/builders/canary-plan';
import type { Prisma } from '@/server/db/generated/client';
import { buildEvidence } from '@/server/services/promotion/read/evidence';
import type { TestApi } from './test-api';

/**
 * A slot with a live prompt and a challenger, and canaries at any stage, inserted directly into the tables.
 */
export interface SeededSlot {
  readonly slotId: string;
  readonly incumbentId: string;
  readonly challengerId: string;
}

interface SlotWanted {
  readonly kind?: 'rehearsal' | 'production';
  readonly isPractice?: boolean;
  /** The run that the challenger comes from, with its candidate. */
  readonly from?: { readonly runId: string; readonly candidateHash: string };
  readonly authors?: readonly string[];
  /** Text of the challenger; left out: its id. */
  readonly text?: string;
}

export async function seedSlot(api: TestApi, name: string, wanted: SlotWanted = {}): Promise<SeededSlot> {
  const { db } = api.database;
  const { kind = 'production', isPractice = false, from, authors = [], text } = wanted;
  const slotId = `slt_${name}`;
  const [incumbentId, challengerId] = [`spr_${name}_1`, `spr_${name}_2`];
  const slot = { workspaceId: api.workspaceId, slug: name.replaceAll('_', '-'), kind, name };
  await db.slot.create({ data: { id: slotId, ...slot, createdBy: 'test' } });
  const prompt = (id: string, version: number) => ({
    ...{ id, slotId, version, createdBy: 'maker@example.com' },
    ...said(version === 2 && text !== undefined ? text : id),
  });
  await db.servedPrompt.create({ data: { ...prompt(incumbentId, 1), isPractice: false } });
  await db.servedPrompt.create({
    data: { ...prompt(challengerId, 2), isPractice, authors: [...authors], ...from },
  });
  await db.slot.update({ where: { id: slotId }, data: { livePromptId: incumbentId } });
  return { slotId, incumbentId, challengerId };
}

const said = (text: string) => ({ text, sha256: contentHash(text) });

/** A draft that may be registered without exception. */
export const CANARY_DRAFT = { failureLevel: 'low', margin: 0.005, acceptsLowPower: true } as const;

interface CanaryWanted {
  readonly state?: string;
  readonly draft?: object;
  readonly row?: Partial<Prisma.CanaryUncheckedCreateInput>;
}

/** Returns the id of a canary of the slot's challenger in this state, registered if the state requires it. */
export async function seedCanary(
  api: TestApi,
  { slotId, incumbentId, challengerId }: SeededSlot,
  { state = 'drafted', draft = CANARY_DRAFT, row = {} }: CanaryWanted = {},
): Promise<string> {
  const { db } = api.database;
  const id = `cny_${slotId.slice(4)}_${await db.canary.count()}`;
  const isDrafted = state === 'drafted';
  const registered = {
    plan: canaryPlan() as unknown as Prisma.InputJsonObject,
    planHash: 'a'.repeat(64),
    registeredBy: 'maker@example.com',
    registeredAt: new Date(),
    incumbentId,
  };
  await db.canary.create({
    data: {
      ...{ id, workspaceId: api.workspaceId, slotId, challengerId, state },
      draft: { plan: draft, expected: {} },
      createdBy: 'maker@example.com',
      ...(isDrafted ? {} : registered),
      ...row,
    },
  });
  return id;
}

/** Submits the current evidence to the approvers and returns its hash. */
export async function seedEvidence({ database: { db } }: TestApi, canaryId: string): Promise<string> {
  const { content, hash } = await db.$transaction((tx) => buildEvidence(tx, canaryId));
  await db.canary.update({ where: { id: canaryId }, data: { evidence: content, evidenceHash: hash } });
  return hash;
}

/** Simulates that this light of its run was so at the approval. */
export async function seedLight(
  { database: { db } }: TestApi,
  canaryId: string,
  light: NonNullable<CanaryEvidence['readiness']>['lights'][number],
): Promise<void> {
  const { evidence } = await db.canary.findUniqueOrThrow({ where: { id: canaryId } });
  const { readiness, ...rest } = evidence as unknown as CanaryEvidence;
  const approved = { ...rest, readiness: readiness && { ...readiness, lights: [light] } };
  await db.canary.update({
    where: { id: canaryId },
    data: { evidence: approved as unknown as Prisma.InputJsonObject },
  });
}

/** A canary that waits for approval, with a comment of the owner's key. */
export async function seedDiscussedCanary(api: TestApi, made: number): Promise<{ canaryId: string }> {
  const canaryId = await seedCanary(api, await seedSlot(api, `fresh_${made}`), { state: 'approval' });
  await seedEvidence(api, canaryId);
  const comment = { id: `cmt_fresh_${made}`, canaryId, body: 'Why?', author: 'key owner' };
  await api.database.db.canaryComment.create({ data: comment });
  return { canaryId };
}

/** A run's held-out measurements: its original prompt, then the candidate. */
export async function seedMeasured(
  { database: { db } }: TestApi,
  runId: string,
  { candidateHash, first, candidate }: { candidateHash: string; first: number; candidate: number },
): Promise<void> {
  const last = await db.ledgerEntry.aggregate({ where: { runId }, _max: { seq: true } });
  const seq = last._max.seq ?? 0;
  // Held-out is the only evidence: the split of this run has no confirmation examples.
  await db.$executeRaw`
    UPDATE "Run" SET manifest = jsonb_set(manifest, '{split,counts,confirmation}', '0') WHERE id = ${runId}`;
  const exampleIds = Array.from({ length: 1000 }, (_, at) => `ex_${String(at).padStart(4, '0')}`);
  const measured = (hash: string, mean: number) => {
    const scores = exampleIds.map((_, at) => (at < mean * exampleIds.length ? 1 : 0));
    return {
      ...{ candidateHash: hash, split: 'heldOut', iteration: 0, trainExamplesSeen: 0, failures: 0 },
      ...{ best: true, exampleIds, scores, score: { ...measure(scores) } },
    };
  };
  const facts = [measured('f'.repeat(64), first), measured(candidateHash, candidate)];
  await db.ledgerEntry.createMany({
    data: facts.map((data, index) => ({
      ...{
        runId,
        seq: seq + index + 1,
        type: 'heldOut.measured',
        key: `heldOut.measured/${seq + index + 1}`,
      },
      ...{ data, measured: {}, at: new Date() },
    })),
  });
}
