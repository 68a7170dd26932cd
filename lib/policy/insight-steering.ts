import type { InsightLine, InsightSteering, SteeringAction } from '@/lib/domain/insight-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/** When a person may pin, edit or ban a line of a run, and why not. */
export function steeringRefusal({ kind, method }: Pick<RunManifest, 'kind' | 'method'>): string | null {
  if (kind === 'evaluation') return 'This run measures a prompt and learns no lines.';
  if (method.name !== 'ace')
    return 'This method rewrites its prompt as a whole, so the prompt has no lines to pin or ban.';
  return null;
}

/** @throws AppError STATE_CONFLICT where the run has no lines to steer */
export function assertSteerable(manifest: Pick<RunManifest, 'kind' | 'method'>): void {
  const refusal = steeringRefusal(manifest);
  if (refusal === null) return;
  throw new AppError('STATE_CONFLICT', refusal, {
    howToProceed: ['Start a run of an experiment that begins with a text of your own.'],
  });
}

export interface AskedCommand {
  readonly action: SteeringAction;
  readonly bulletId: string;
  /** The line as it is now or was last; null = no version holds it. */
  readonly line: InsightLine | null;
  /** The new text of an edit. */
  readonly text: string | null;
  /** Whether that text is nearly the same as a banned line's. */
  readonly repeatsBanned: boolean;
}

/** @throws AppError NOT_FOUND for an unknown line, STATE_CONFLICT for a command that would change nothing or contradict a ban */
export function assertCommand({ pinned, banned }: InsightSteering, asked: AskedCommand): void {
  const { action, bulletId, line, text, repeatsBanned } = asked;
  const isPinned = pinned.some((held) => held.bulletId === bulletId);
  const isBanned = banned.some((held) => held.bulletId === bulletId);
  if (line === null)
    throw new AppError('NOT_FOUND', `No version of this run's playbook holds "${bulletId}".`);
  if (action === 'restore' ? !isBanned : action === 'unpin' ? !isPinned : false) {
    throw new AppError('STATE_CONFLICT', `${bulletId} is not ${action === 'restore' ? 'banned' : 'pinned'}.`);
  }
  if (action === 'pin' && isPinned) throw new AppError('STATE_CONFLICT', `${bulletId} is pinned already.`);
  if (action === 'ban' && isBanned) throw new AppError('STATE_CONFLICT', `${bulletId} is banned already.`);
  if (isBanned && action !== 'restore') {
    throw new AppError('STATE_CONFLICT', `${bulletId} is banned, so no version will hold it.`, {
      howToProceed: ['Restore the line first.'],
    });
  }
  if (action !== 'edit') return;
  if (text === line.content) {
    throw new AppError('STATE_CONFLICT', `${bulletId} says this already, so nothing would change.`);
  }
  if (!repeatsBanned) return;
  throw new AppError('STATE_CONFLICT', 'A line with nearly this text is banned.', {
    howToProceed: ['Restore the banned line first.', 'Or write another text.'],
  });
}
