import type { RunManifest } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';
import { pinnedPrompts } from '@/lib/evaluation/pinned-prompts';
import { methodForAgent } from '@/lib/methods/agent';
import { methodForTask } from '@/lib/methods/artefact';
import { methodNamed } from '@/lib/methods/known-methods';
import type { Method } from '@/lib/methods/method';
import { methodForTraces } from '@/lib/methods/recorded';

/** Other prompts would give other answers under the same keys, so a run goes on only with those that it pinned. */
export function methodOf(manifest: RunManifest): Method {
  const { method, prompts, survival, aggregation, task, agent } = manifest;
  const known = methodNamed(method.name);
  const present = pinnedPrompts(known, { method, survival, aggregation });
  const changed = Object.keys(prompts).filter((name) => present[name] !== prompts[name]);
  if (known.version === method.version && changed.length === 0)
    return methodForTraces(methodForAgent(methodForTask(known, task), agent), manifest);
  throw new AppError(
    'STATE_CONFLICT',
    `The prompts of ${method.name} have changed since this run started: start it again with another seed.`,
    { context: { changed, pinned: method.version, present: known.version } },
  );
}
