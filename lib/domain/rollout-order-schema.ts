import { z } from 'zod';
import { injectionWays, rolloutLimits } from './agent';
import { environmentRef } from './environment-ref';
import { modelBinding } from './model-binding-schema';

/**
 * What the recording proxy needs to know of a rollout: written with the row of the attempt by the worker that starts it,
 * read by the serving process, never sent to the agent.
 */
export const rolloutOrder = z.object({
  components: z.array(z.object({ name: z.string(), injection: z.enum(injectionWays), text: z.string() })),
  limits: rolloutLimits,
  /** Model and sampling that its calls are pinned to; null = its calls are not proxied. */
  model: modelBinding.nullable(),
  seed: z.number(),
  environment: environmentRef.optional(),
  /** Expected answer of the example that a test uses: shown to people, never in a job. */
  expected: z.string().optional(),
});

/** The example of an attempt as its agent is given it. */
export const rolloutInput = z.object({ question: z.string(), context: z.string() });
