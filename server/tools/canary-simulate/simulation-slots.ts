import { contentHash } from '@/lib/domain/content-hash';
import { db } from '@/server/db/client';
import type { SimulatedSlot } from './simulated-canaries';

/** Slots with an incumbent that is live and a challenger, straight in the tables: what a simulation begins from. */
export async function seedSimulationSlots(
  workspaceId: string,
  count: number,
): Promise<readonly SimulatedSlot[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => seedSlot(workspaceId, index)));
}

async function seedSlot(workspaceId: string, index: number): Promise<SimulatedSlot> {
  const slotId = `slt_simulated_${index}`;
  const incumbentId = `spr_incumbent_${index}`;
  const challengerId = `spr_challenger_${index}`;
  const made = { createdBy: 'simulation' };
  await db().slot.create({
    data: { id: slotId, workspaceId, slug: `simulated-${index}`, kind: 'rehearsal', name: slotId, ...made },
  });
  const prompts = [incumbentId, challengerId].map((id, version) => {
    const text = `Answer the question. ${id}`;
    return { id, slotId, version: version + 1, text, sha256: contentHash(text), isPractice: true, ...made };
  });
  await db().servedPrompt.createMany({ data: prompts });
  await db().slot.update({ where: { id: slotId }, data: { livePromptId: incumbentId } });
  return { slotId, challengerId };
}
