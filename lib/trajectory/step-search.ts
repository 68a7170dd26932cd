import { isAgentStep, type Trajectory, type TrajectoryStep } from '@/lib/domain/trajectory';

export type SearchedField = 'text' | 'reasoning' | 'tool' | 'arguments' | 'result';

export interface FieldHit {
  readonly field: SearchedField;
  /** Which call or result of the step; 0 for text and reasoning. */
  readonly index: number;
  /** Offset of each hit, in order. */
  readonly at: readonly number[];
}

export interface StepHits {
  readonly step: number;
  readonly hits: readonly FieldHit[];
}

/** Steps that hold the words, upper and lower case alike, with the places. Nothing is found for an empty query. */
export function searchSteps({ steps }: Pick<Trajectory, 'steps'>, query: string): StepHits[] {
  if (query.trim() === '') return [];
  const pattern = new RegExp(query.trim().replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  return steps.flatMap((step, index) => {
    const hits = fieldsOf(step).flatMap(({ text, ...field }) => {
      const at = Array.from(text.matchAll(pattern), (match) => match.index);
      return at.length === 0 ? [] : [{ ...field, at }];
    });
    return hits.length === 0 ? [] : [{ step: index, hits }];
  });
}

/** A tool that the step called failed. */
export const isFailedStep = (step: TrajectoryStep): boolean =>
  isAgentStep(step) && step.results.some(({ isError }) => isError);

/** The first failed step after a step; -1 searches from the beginning, null = no more. */
export function nextFailedStep({ steps }: Pick<Trajectory, 'steps'>, after: number): number | null {
  const found = steps.findIndex((step, index) => index > after && isFailedStep(step));
  return found < 0 ? null : found;
}

function fieldsOf(step: TrajectoryStep): { field: SearchedField; index: number; text: string }[] {
  const text = { field: 'text' as const, index: 0, text: step.text };
  if (!isAgentStep(step)) return [text];
  return [
    text,
    { field: 'reasoning', index: 0, text: step.reasoning },
    ...step.toolCalls.flatMap((call, index) => [
      { field: 'tool' as const, index, text: call.name },
      { field: 'arguments' as const, index, text: call.arguments },
    ]),
    ...step.results.map(({ content }, index) => ({ field: 'result' as const, index, text: content })),
  ];
}
