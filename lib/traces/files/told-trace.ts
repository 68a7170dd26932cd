import type { AssembledTrace, TraceScore, TraceSource } from '@/lib/domain/collected-trace';
import { canonicalHash } from '@/lib/domain/content-hash';
import type { JsonValue } from '@/lib/domain/json';
import { isAgentStep, type Trajectory } from '@/lib/domain/trajectory';

export interface ToldFacts {
  readonly source: TraceSource;
  readonly document: JsonValue;
  readonly trajectory: Trajectory;
  /** Id that the document has for this one trace. */
  readonly id?: string | undefined;
  readonly name?: string;
  readonly sessionId?: string | null;
  readonly userId?: string | null;
  readonly output?: string;
  readonly error?: string | null;
  readonly startMs?: number | null;
  readonly endMs?: number | null;
  readonly scores?: readonly TraceScore[];
}

/** A document that holds a whole trajectory, as a trace. Without an id of its own, it is known by its content. */
export function toldTrace({ source, document, trajectory, ...told }: ToldFacts): AssembledTrace {
  const said = trajectory.steps.filter((step) => isAgentStep(step) && step.text !== '');
  const last = said.findLast(({ branch }) => branch === 0) ?? said.at(-1);
  return {
    id: told.id || canonicalHash(document),
    ...{ source, trajectory, isComplete: true, service: '', name: told.name ?? '' },
    ...{ sessionId: told.sessionId ?? null, userId: told.userId ?? null, prompt: null },
    exposureId: null,
    task: trajectory.steps.find((step) => step.source === 'user')?.text ?? '',
    output: told.output || (last?.text ?? ''),
    ...{ startMs: told.startMs ?? null, endMs: told.endMs ?? null, error: told.error ?? null },
    ...{ scores: told.scores ?? [], unread: {} },
  };
}
