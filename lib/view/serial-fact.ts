import type { RunCostsView } from '@/lib/contracts/costs';
import type { ScoreDoubt } from '@/lib/domain/score-doubt';
import { speedWords } from './run-costs';

/** Speed and cost of a run against its serial run, in the few words that the head of its page has room for. */
export interface SerialFact {
  readonly text: string;
  /** Cost of a point; a speed is shown with it or not at all. */
  readonly note: string;
  readonly sentence: string;
  readonly isKnown: boolean;
  /** A regression, whose ratio must not be quoted. */
  readonly isStruck: boolean;
}

const UNKNOWN = '–';

export function serialFact(
  { headline, againstSerial }: Pick<RunCostsView, 'headline' | 'againstSerial'>,
  doubt: Pick<ScoreDoubt, 'word'> | null,
): SerialFact {
  if (doubt !== null) return { ...unknown(againstSerial.sentence), note: doubt.word.toLowerCase() };
  const speed = speedWords(headline);
  if (speed !== null)
    return {
      text: speed.isStruck ? speed.text : speed.text.replace(' in learning time', ' faster'),
      note: speed.isStruck ? 'regression' : headline.big,
      sentence: headline.sentence,
      isKnown: true,
      isStruck: speed.isStruck,
    };
  if (againstSerial.kind === 'notCompared') return unknown(againstSerial.sentence);
  return { ...unknown(headline.sentence), text: 'Speed not ready', note: headline.big };
}

const unknown = (sentence: string): SerialFact => ({
  ...{ text: UNKNOWN, note: 'nothing to compare', sentence },
  ...{ isKnown: false, isStruck: false },
});
