import type { Candidate } from '@/lib/domain/candidate';
import { type InsightSteering, isSteered } from '@/lib/domain/insight-steering';
import type { Method } from '@/lib/methods/method';

/**
 * A method as it works while people steer its lines: updates are screened before they are applied, and lines are held
 * after each change. The same method where no line is steered.
 */
export function steeredMethod(method: Method, steering: InsightSteering): Method {
  const lines = method.steering;
  if (lines === undefined || !isSteered(steering)) return method;
  const held = (candidate: Candidate) => lines.take(candidate, steering, []).candidate;
  const { refine } = method;
  return {
    ...method,
    apply(base, update, manifest) {
      const screened = lines.screen(update, steering, manifest);
      const { candidate, applied } = method.apply(base, screened, manifest);
      return { candidate: held(candidate), applied, ignored: update.edits.length - applied };
    },
    ...(refine
      ? {
          async refine(candidate, tools) {
            const keep = steering.pinned.map(({ bulletId }) => bulletId);
            const refined = await refine(candidate, { ...tools, keep });
            return { ...refined, candidate: held(refined.candidate) };
          },
        }
      : {}),
  };
}
