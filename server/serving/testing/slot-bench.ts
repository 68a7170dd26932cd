import { ulid } from 'ulid';
import { contentHash } from '@/lib/domain/content-hash';
import { makeKeySecret } from '@/server/accounts/key-secret';
import { db } from '@/server/db/client';
import { type FlagMove, moveFlag } from '@/server/services/promotion/slot/move-flag';

/** Slots with versions, a canary's row and keys, straight into the tables; the pointer moves as in earnest. */
export const WORKSPACE = 'wsp_test';
export const BENCH_ACTOR = { workspaceId: WORKSPACE, name: 'owner@example.com' };

export interface BenchSlot {
  readonly slotId: string;
  readonly flagKey: string;
  /** Ids of versions 1 to 3. */
  readonly prompts: readonly [string, string, string];
  readonly canaryId: string;
}

export async function makeBenchSlot(
  slug: string,
  kind: 'rehearsal' | 'production' = 'production',
): Promise<BenchSlot> {
  const slotId = `slt_${slug}`;
  await db().workspace.upsert({
    where: { id: WORKSPACE },
    create: { id: WORKSPACE, name: 'Test' },
    update: {},
  });
  await db().slot.create({
    data: { id: slotId, workspaceId: WORKSPACE, slug, kind, name: slug, createdBy: 'test' },
  });
  const prompts = [
    await addVersion(slotId, 1),
    await addVersion(slotId, 2),
    await addVersion(slotId, 3),
  ] as const;
  const canaryId = `cny_${slug}`;
  await db().canary.create({
    data: {
      id: canaryId,
      workspaceId: WORKSPACE,
      slotId,
      challengerId: prompts[1],
      state: 'liveStep',
      draft: {},
      createdBy: 'test',
    },
  });
  return { slotId, flagKey: `${kind === 'rehearsal' ? 'rehearsal' : 'prompt'}.${slug}`, prompts, canaryId };
}

async function addVersion(slotId: string, version: number, isPractice = false): Promise<string> {
  const id = `spr_${slotId}_${version}`;
  const text = `You are version ${version}.`;
  const values = { version, text, sha256: contentHash(text), params: { temperature: 0 }, isPractice };
  await db().servedPrompt.create({ data: { id, slotId, ...values, authors: ['test'], createdBy: 'test' } });
  return id;
}

/** Makes one move in its own transaction, as the actor of the bench. */
export function move(slot: Pick<BenchSlot, 'slotId' | 'canaryId'>, to: FlagMove) {
  return db().$transaction((tx) =>
    moveFlag(tx, {
      slotId: slot.slotId,
      move: to,
      actor: BENCH_ACTOR,
      reason: 'test',
      canaryId: slot.canaryId,
    }),
  );
}

/** Version 1 is live, and the challenger takes a share of the traffic. */
export async function beginSplit(
  slot: BenchSlot,
  share = 0.25,
  optedIn: readonly string[] = [],
): Promise<void> {
  await move(slot, { kind: 'first', promptId: slot.prompts[0] });
  await move(slot, { kind: 'split', promptId: slot.prompts[1], share, step: 0, optedIn });
}

export interface BenchKey {
  readonly slotId?: string | null;
  readonly scopes?: readonly string[];
  readonly origins?: readonly string[];
  readonly role?: 'owner' | 'viewer';
  readonly expiresAt?: Date;
}

/** The secret of a new key. */
export async function makeBenchKey({
  slotId = null,
  scopes = [],
  origins = [],
  role = 'viewer',
  ...rest
}: BenchKey = {}) {
  const { secret, hash, prefix } = makeKeySecret();
  const id = `key_${ulid()}`;
  const rights = { slotId, scopes: [...scopes], origins: [...origins], isBrowser: origins.length > 0 };
  await db().apiKey.create({
    data: {
      id,
      workspaceId: WORKSPACE,
      name: id,
      role,
      secretHash: hash,
      prefix,
      createdBy: 'test',
      ...rights,
      ...rest,
    },
  });
  return { id, secret };
}
