import type { Candidate } from '@/lib/domain/candidate';
import type { OperatorKind } from '@/lib/domain/diversity';
import type { Example } from '@/lib/domain/example';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Ask, MapInput, MappedExample, Method } from '@/lib/methods/method';
import { settleAll } from './settle-all';

/**
 * MAP: every example of the minibatch is answered, scored and reflected on at once, all under one frozen candidate;
 * none sees another's result. The barrier of the iteration is the end of this function.
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
  readonly ask: Ask;
  readonly score: MapInput['score'];
  /** The operator under which each example is reflected on; left out, none has one. */
  readonly operatorOf?: (ordinal: number) => OperatorKind | undefined;
  /** Called as each example ends, in order of arrival; for progress only, nothing may be decided by it. */
  readonly onMapped?: (mapped: MappedExample, ordinal: number) => void;
  /** Tells the errors that mean "cut short" from those that are faults; absent = nothing is ever cut. */
  readonly isCut?: (error: unknown) => boolean;
}

/**
 * The results in the order of the examples, whatever order they arrived in. Examples that were cut short are left
 * out; the ordinals of the others stay what they were.
 */
export async function mapExamples(input: MapExamplesInput): Promise<readonly MappedExample[]> {
  const { ask, score, isCut } = input;
  const unlessCut = async (pending: Promise<MappedExample>): Promise<readonly MappedExample[]> => {
    try {
      return [await pending];
    } catch (error) {
      if (isCut?.(error)) return [];
      throw error;
    }
  };
  return (await settleAll(startMapping({ ...input, toolsOf: () => ({ ask, score }) }).map(unlessCut))).flat();
}

export interface StartMappingInput extends Omit<MapExamplesInput, 'ask' | 'score' | 'isCut'> {
  /** Each example may have its own, for whoever counts what each of them cost. */
  readonly toolsOf: (ordinal: number) => Pick<MapInput, 'ask' | 'score'>;
}

/** The same without the barrier: one promise an example, for whoever need not wait for all. */
export function startMapping(input: StartMappingInput): readonly Promise<MappedExample>[] {
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
