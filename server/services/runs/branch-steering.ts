import { type InsightSteering, isSteered, type SteeringCommand } from '@/lib/domain/insight-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import { candidateOf } from '@/lib/methods/ace/apply-update';
import { steerPlaybook } from '@/lib/methods/ace/steering/steer-playbook';
import type { InsightCommand } from '@/server/db/generated/client';
import { listInsightCommands } from '@/server/repositories/insight-commands';
import { steeringAfter } from './steer-insight';

/** Start of a branch under what people have steered in its source. */
export interface SteeredStart {
  readonly text: string;
  /** Absent = the branch takes over no pinned or banned line. */
  readonly steering?: InsightSteering;
}

/**
 * The text after an iteration with every command that the source had not taken up by then, and all pins and bans that
 * hold now, from whichever iteration the branch starts.
 */
export async function steeredStart(
  source: { readonly id: string; readonly manifest: RunManifest },
  at: { readonly iteration: number; readonly text: string },
): Promise<SteeredStart> {
  if (source.manifest.method.name !== 'ace') return { text: at.text };
  const rows = await listInsightCommands(source.id);
  const isIn = ({ takenIteration }: InsightCommand) =>
    takenIteration !== null && takenIteration <= at.iteration;
  const before = steeringAfter(source.manifest, rows.filter(isIn));
  const commands = rows.filter((row) => !isIn(row)).map(commandOf);
  const { candidate, steering } = steerPlaybook.take(candidateOf(at.text), before, commands);
  return { text: candidate.text, ...(isSteered(steering) ? { steering } : {}) };
}

const commandOf = ({ id, position, action, bulletId, section, content, createdBy }: InsightCommand) => ({
  ...{ id, position, bulletId, section, content },
  // Rows are written from the contract's actions alone.
  action: action as SteeringCommand['action'],
  by: createdBy,
});
