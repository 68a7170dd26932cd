import { z } from 'zod';

/** The server's findings in the end state of a world. */
const test = z.object({ requirement: z.string(), label: z.string().nullish() });
export const evaluation = z.object({
  success: z.boolean(),
  difficulty: z.int().nullish(),
  num_tests: z.int().min(0),
  passes: z.array(test),
  failures: z.array(test.extend({ trace: z.string() })),
});
export type Evaluation = z.output<typeof evaluation>;

/** The label of a test that an agent passes by doing nothing. */
const IDLE = 'no_op_pass';

export interface WorldOutcome {
  /** All tests passed: the only thing that is reported. */
  readonly success: boolean;
  readonly difficulty: number | null;
  readonly passed: number;
  readonly tests: number;
  /**
   * Share of the tests to learn from, 0..1. A test that an idle agent passes gives no credit, else doing nothing would
   * be worth about a half; failing such a test counts, else harm to other records would cost nothing.
   */
  readonly learningReward: number;
  /** For a reflector. Quotes the benchmark's tests, so it is stored and shown nowhere else. */
  readonly feedback: string;
}

export function outcomeOf(found: Evaluation): WorldOutcome {
  const { success, passes, failures, num_tests: tests } = found;
  const credited = passes.filter(({ label }) => label !== IDLE).length;
  // A test that did not run, since the code before it broke, has failed.
  const failed = Math.max(failures.length, tests - passes.length);
  const counted = credited + failed;
  return {
    success,
    difficulty: found.difficulty ?? null,
    passed: passes.length,
    tests,
    learningReward: counted === 0 ? Number(success) : credited / counted,
    feedback: feedbackOf(found),
  };
}

const TRACE_CHARS_MAX = 2_000;

function feedbackOf({ passes, failures, num_tests: tests }: Evaluation): string {
  const failed = failures.map(
    ({ requirement, trace }) => `Failed: ${requirement}\n${trace.slice(0, TRACE_CHARS_MAX)}`,
  );
  return [`${passes.length} of ${tests} tests passed.`, ...failed].join('\n\n');
}
