import type { Candidate } from '@/lib/domain/candidate';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { OperatorKind } from '@/lib/domain/operator-kinds';
import type { MapInput, MappedExample, Method } from '@/lib/methods/method';

/**
 * MAP: every example of the minibatch is answered, scored and reflected on at once, all under one frozen candidate;
 * none sees another's result. One promise an example, in the order of the examples: the barrier is elsewhere.
 *
 * Knows nothing of lanes, prices or the journal: `ask` queues where there are fewer lanes than examples. A failed
 * example comes back as data (its reflection is invalid), never as an exception.
 * Cost: n answers and n reflections, more where the method has several rounds.
 */
export interface MapExamplesInput {
  readonly method: Method;
  readonly manifest: RunManifest;
  readonly candidate: Candidate;
  readonly examples: readonly Example[];
  /** Each example may have tools of its own, which count what it costs. */
  readonly toolsOf: (ordinal: number) => Pick<MapInput, 'ask' | 'score'>;
  /** The operator under which each example is reflected on; left out, none has one. */
  readonly operatorOf?: (ordinal: number) => OperatorKind | undefined;
  /** Called as each example ends, in order of arrival; for progress only, nothing may be decided by it. */
  readonly onMapped?: (mapped: MappedExample, ordinal: number) => void;
}

export function mapExamples(input: MapExamplesInput): readonly Promise<MappedExample>[] {
  const { method, manifest, candidate, onMapped } = input;
  const mapOne = async (example: Example, ordinal: number): Promise<MappedExample> => {
    const operator = input.operatorOf?.(ordinal);
    const one = { manifest, candidate, example, ordinal, ...input.toolsOf(ordinal) };
    const mapped = await method.mapExample(operator === undefined ? one : { ...one, operator });
    onMapped?.(mapped, ordinal);
    return mapped;
  };
  return input.examples.map(mapOne);
}
