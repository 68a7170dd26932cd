import { similarity, type UnitVector } from '@/lib/combee/diversity/similarity';
import { decisiveWords, isNegation } from '@/lib/stats/decisive-words';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { plainText } from './prompt-lines';

/**
 * Whether a line says an insight: the content threshold of insight survival (rulings E11). Works on texts alone and
 * knows neither ids nor where a line stands. Vectors are the offline ones, so the answer is the same everywhere and
 * costs no call.
 */
export interface Wording {
  readonly text: string;
  readonly plain: string;
  readonly decisive: ReadonlySet<string>;
  readonly isNegated: boolean;
  /** Made when it is first needed: most lines are told apart without it. */
  readonly vector: () => UnitVector;
}

export function wordingOf(text: string): Wording {
  const words = decisiveWords(text);
  let vector: UnitVector | null = null;
  return {
    text,
    plain: plainText(text),
    decisive: new Set(words.filter((word) => !isNegation(word)).map((word) => word.toLowerCase())),
    isNegated: words.some(isNegation),
    vector: () => {
      vector ??= hashedNgramVector(text);
      return vector;
    },
  };
}

/**
 * A line may merge two insights, hardly more: what is much longer than the insight repeats its input rather than
 * saying it, and a reader of the prompt would have to find it there again.
 */
const LENGTH_RATIO_MAX = 2.5;
const LENGTH_SPARE = 40;

/**
 * Likeness in 0..1 where the line may be the insight's, else null.
 *
 *     likeness = cos(v_insight, v_line)   with v the hashed n-gram vectors of length 1
 *
 * `decisiveShare`: how many of the insight's numbers, codes and abbreviations the line must hold. All of them where
 * likeness is the only evidence: "3 %" and "5 %" are nearly the same letters. An insight that forbids something is not
 * said by a line that forbids nothing.
 */
export function likenessOf(insight: Wording, line: Wording, decisiveShare: number): number | null {
  if (insight.plain === line.plain) return 1;
  if (line.text.length > LENGTH_RATIO_MAX * insight.text.length + LENGTH_SPARE) return null;
  if (insight.isNegated && !line.isNegated) return null;
  let held = 0;
  for (const word of insight.decisive) if (line.decisive.has(word)) held += 1;
  if (held < decisiveShare * insight.decisive.size) return null;
  return similarity(insight.vector(), line.vector());
}
