import { similarity, type UnitVector } from '@/lib/combee/diversity/similarity';
import { decisiveWords, isNegation } from '@/lib/stats/decisive-words';
import { hashedNgramVector } from '@/lib/stats/hashed-ngram-embedder';
import { plainText } from './prompt-lines';

/**
 * Whether a line says an insight: the content threshold of insight survival (rulings E11). Works on texts alone and
 * knows neither ids nor the place of a line. Vectors are the offline ones, so the answer is the same everywhere and
 * costs no call.
 */
export interface Wording {
  readonly text: string;
  readonly plain: string;
  readonly decisive: ReadonlySet<string>;
  readonly isNegated: boolean;
  readonly words: ReadonlySet<string>;
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
    words: new Set(plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []),
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

/** How much of an insight a line must hold before its letters are compared at all. */
export interface Evidence {
  /** Share of its numbers, codes and abbreviations. */
  readonly decisiveShare: number;
  /** Share of its words. A cosine above 0.7 needs at least half of them, and looking words up costs next to nothing. */
  readonly wordShare: number;
}

/** Where likeness is the only evidence: "3 %" and "5 %" are nearly the same letters. */
export const ALONE: Evidence = { decisiveShare: 1, wordShare: 0.5 };
/** Where the model names the id: it may have generalised, in words of its own. */
export const CLAIMED: Evidence = { decisiveShare: 0.5, wordShare: 0 };

/**
 * Likeness in 0..1 where the line may be the insight's, else null.
 *
 *     likeness = cos(v_insight, v_line)   with v the hashed n-gram vectors of length 1
 *
 * An insight that forbids something is not said by a line that forbids nothing.
 */
export function likenessOf(insight: Wording, line: Wording, needs: Evidence): number | null {
  if (insight.plain === line.plain) return 1;
  if (line.text.length > LENGTH_RATIO_MAX * insight.text.length + LENGTH_SPARE) return null;
  if (insight.isNegated && !line.isNegated) return null;
  if (!holds(line.decisive, insight.decisive, needs.decisiveShare)) return null;
  if (!holds(line.words, insight.words, needs.wordShare)) return null;
  return similarity(insight.vector(), line.vector());
}

/** Whether at least that share of the wanted words is there; stops as soon as too many are missing. */
function holds(there: ReadonlySet<string>, wanted: ReadonlySet<string>, share: number): boolean {
  let spare = wanted.size * (1 - share);
  for (const word of wanted) {
    if (there.has(word)) continue;
    spare -= 1;
    if (spare < 0) return false;
  }
  return true;
}
