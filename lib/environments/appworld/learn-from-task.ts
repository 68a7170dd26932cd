import { addPlainBullets, isOpenSection, nextPlainId } from '@/lib/methods/ace/plain-playbook';
import { readCuratorReply } from '@/lib/methods/ace/read-curator-reply';
import { worldCuratorMessages, worldReflectorMessages } from './prompts/learning';
import type { AskModel, SolvedTask } from './solve-task';

/** Playbook after one task: reflect on the whole conversation and its evaluation, then add what is new. */
export interface Learned {
  readonly playbook: string;
  readonly added: number;
}

/** A reply that cannot be read as additions adds nothing: it is not repaired. A lost task teaches nothing. */
export async function learnFromTask(ask: AskModel, task: SolvedTask, playbook: string): Promise<Learned> {
  const { conversation, outcome } = task;
  const nothing = { playbook, added: 0 };
  const reflected = await ask(worldReflectorMessages({ playbook, conversation, feedback: outcome.feedback }));
  if (reflected === 'limit' || !reflected.text?.trim()) return nothing;
  const curated = await ask(worldCuratorMessages({ playbook, conversation, reflection: reflected.text }));
  if (curated === 'limit') return nothing;
  const reply = readCuratorReply(curated.text ?? '');
  if (!reply.ok) return nothing;
  const additions = reply.value.edits.filter((edit) => edit.type === 'add' && isOpenSection(edit.section));
  const nextId = nextPlainId(playbook);
  const after = addPlainBullets(playbook, additions, nextId);
  return { playbook: after.playbook, added: after.nextId - nextId };
}
