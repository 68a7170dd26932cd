import { askedModels } from '@/lib/domain/asked-roles';
import { contextOverrun } from '@/lib/domain/context-window';
import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * Each model that a run asks can read the original prompt, where its role reads one, and still reply at full length.
 * Without that every call of the role would be refused, and the run would be paid for nothing.
 */
export function assertRoomForPrompt(manifest: RunManifest): void {
  const { task, seedCandidateText } = manifest;
  const faults = askedModels(manifest).flatMap(({ path, binding }) => {
    const isJudge = /evaluator|proxy/.test(path);
    const texts = isJudge ? [task.instructions] : [task.instructions, seedCandidateText];
    const overrun = contextOverrun(
      binding,
      texts.map((content) => ({ content })),
    );
    if (overrun === null) return [];
    const counts = [overrun.promptTokens, overrun.replyTokens, overrun.contextTokens];
    const [prompt, reply, context] = counts.map((n) => n.toLocaleString('en'));
    const message = `${binding.model} reads ${context} tokens; the prompt has ${prompt} and the reply may take ${reply}.`;
    return [{ path, message }];
  });
  if (faults.length === 0) return;
  throw new AppError('INPUT_INVALID', faults.map(({ message }) => message).join(' '), {
    fields: faults,
    howToProceed: [
      'Lower the reply tokens of the role, or shorten the original prompt.',
      'Or correct the context of the model in the settings.',
    ],
  });
}
