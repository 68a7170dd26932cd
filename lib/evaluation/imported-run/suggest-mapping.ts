import type { CurveMapping } from '@/lib/domain/imported-run';

/**
 * A first guess of what a column or metric holds, from its name alone, for a person to correct. Each name serves one
 * field only; earlier patterns of a field are better ones.
 */
const PATTERNS: Readonly<Record<keyof CurveMapping, readonly RegExp[]>> = {
  seen: [/^seen$/i, /rollouts|metric_calls/i, /examples|samples/i, /^(?:step|iteration)s?$/i],
  score: [
    /^(?:score|accuracy)$/i,
    /best_score|held.?out/i,
    /val.*(?:score|average|acc)/i,
    /score|accuracy|acc$/i,
  ],
  lower: [/^(?:lower|low|ci_?low\w*|lcb)$/i],
  upper: [/^(?:upper|high|ci_?(?:up|high)\w*|ucb)$/i],
  n: [/^(?:n|count|n_examples|num_examples)$/i],
  seconds: [/^(?:seconds|secs?|duration_s|elapsed\w*|wall\w*)$/i],
  usd: [/usd|dollars?|^cost$/i],
};

const NOTHING: CurveMapping = {
  seen: null,
  score: null,
  lower: null,
  upper: null,
  n: null,
  seconds: null,
  usd: null,
};

export function suggestMapping(names: readonly string[]): CurveMapping {
  const taken = new Set<string>();
  const mapping: Record<keyof CurveMapping, string | null> = { ...NOTHING };
  // "n_examples" is a count and not a place on the axis, so the narrow patterns choose first.
  for (const field of ['lower', 'upper', 'n', 'seconds', 'usd', 'score', 'seen'] as const) {
    const found = PATTERNS[field]
      .map((pattern) => names.find((name) => !taken.has(name) && pattern.test(name)))
      .find((name) => name !== undefined);
    if (found === undefined) continue;
    taken.add(found);
    mapping[field] = found;
  }
  return mapping;
}
