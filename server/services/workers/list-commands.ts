import type { CommandUse, CommandView } from '@/lib/contracts/commands';
import type { Actor } from '@/lib/domain/actor';
import type { RunManifest } from '@/lib/domain/manifest';
import { assertCommandKnown } from '@/lib/policy/commands';
import { listLiveCommands } from '@/server/repositories/worker-beats';

/** Commands that live workers offer, by name; the web process itself knows none. */
export async function listCommands(
  _actor: Actor<'read'>,
  { use }: { readonly use: CommandUse },
): Promise<{ items: CommandView[] }> {
  const workers = new Map<string, number>();
  for (const name of (await listLiveCommands(use)).flat()) workers.set(name, (workers.get(name) ?? 0) + 1);
  const items = [...workers].map(([name, count]) => ({ name, workers: count }));
  return { items: items.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** `here`: those of the process that asks, whose sign of life may not be written yet. @throws AppError COMMAND_UNKNOWN */
export async function assertProgramThere({ task }: RunManifest, here: readonly string[] = []): Promise<void> {
  if (task.scoring.kind !== 'command') return;
  const known = new Set([...(await listLiveCommands()).flat(), ...here]);
  assertCommandKnown(task.scoring.command, [...known].sort());
}
