import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { scrubTrajectory } from '@/lib/trajectory/scrub';

/**
 * Placeholders of a trace with short numbers. A receiver sees a trace in parts and gives the same value the same long number
 * in each; here they are numbered by first appearance, as in examples.
 */
const LONG = /\[([A-Z_]{2,12})_(\d{9})\]/g;

export function numberPlaceholders(trace: AssembledTrace): AssembledTrace {
  const numbers = new Map<string, string>();
  const counts = new Map<string, number>();
  const short = (text: string) =>
    text.replace(LONG, (long: string, kind: string) => {
      const known = numbers.get(long);
      if (known !== undefined) return known;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      numbers.set(long, `[${kind}_${count}]`);
      return `[${kind}_${count}]`;
    });
  return {
    ...trace,
    trajectory: scrubTrajectory(trace.trajectory, short),
    task: short(trace.task),
    output: short(trace.output),
    error: trace.error === null ? null : short(trace.error),
    scores: trace.scores.map((score) => ({
      ...score,
      explanation: score.explanation === null ? null : short(score.explanation),
    })),
  };
}
