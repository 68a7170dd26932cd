import type { ScoreSource } from '@/lib/domain/collected-trace';
import type { Tone } from './tone';

/** Sources of a trace's score. */
export const SCORE_SOURCE_WORDS: Readonly<
  Record<ScoreSource, { readonly word: string; readonly meaning: string }>
> = {
  person: { word: 'person', meaning: 'Judged by a person.' },
  evaluator: { word: 'evaluator', meaning: 'Scored by an evaluator.' },
  judge: { word: 'judge', meaning: 'Scored by a model as judge.' },
  event: { word: 'event', meaning: 'Sent by the application as an event.' },
  file: { word: 'file', meaning: 'Read from the imported file.' },
};

/** Good from "mostly right" on, bad up to "mostly wrong". */
export function scoreTone(score: number): Tone {
  if (score >= 0.75) return 'good';
  return score <= 0.25 ? 'bad' : 'neutral';
}
