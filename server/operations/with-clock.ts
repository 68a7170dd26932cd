import type { Clock } from '@/lib/ports/clock';
import { servingClock } from '@/server/observability/serving-clock';

/** Hands the clock of canaries to a service that takes one; simulations and tests move that clock. */
export function withClock<Who, Input, Answer>(
  service: (actor: Who, input: Input, clock: Clock) => Answer,
): (actor: Who, input: Input) => Answer {
  return (actor, input) => service(actor, input, servingClock());
}
