import type { ConfirmationView } from '@/lib/contracts/confirmation';
import type { ClaimAnswer } from '@/lib/domain/claim-settings';
import type { Tone } from './tone';

/**
 * Whether an ended run made its prompt better and whether to trust that: a word for a badge, and an answer that says
 * what to do next. What held-out shows and what may be trusted are two questions; a gain beyond chance on examples that
 * also chose the prompt is not proven yet.
 */
export interface OutcomeVerdict {
  readonly word: string;
  readonly tone: Tone;
  readonly answer: string;
}

export interface VerdictFacts {
  /** Whether its gain over the original prompt holds. */
  readonly gain: ClaimAnswer;
  /** Whether it keeps the quality of the serial baseline, with its numbers; null = there is none to compare with. */
  readonly serial: { readonly answer: ClaimAnswer; readonly sentence: string } | null;
  /** Result on the confirmation examples, which decides because they selected nothing; null = they were not scored. */
  readonly confirmed: boolean | null;
  readonly isContaminated: boolean;
  readonly hasCollapsed: boolean;
  readonly confirmation: ConfirmationView['state'] | null;
}

export const NOTHING_MEASURED: OutcomeVerdict = {
  word: 'Nothing measured',
  tone: 'neutral',
  answer: 'Trust nothing of it yet: no prompt of it was scored.',
};

/** A gain over the original prompt is no reason to take a prompt that loses, or may lose, what serial learning brings. */
export function outcomeVerdict(facts: VerdictFacts): OutcomeVerdict {
  const alone = verdictAlone(facts);
  const { serial } = facts;
  if (serial === null || serial.answer === 'holds' || !['good', 'info', 'honey'].includes(alone.tone))
    return alone;
  const next = serial.answer === 'fails' ? ` ${TAKE_SERIAL}` : '';
  return { ...alone, tone: 'honey', answer: `${alone.answer} ${serial.sentence}${next}` };
}

const TAKE_SERIAL = 'Of the two prompts, the serial one is the one to take.';

function verdictAlone(facts: VerdictFacts): OutcomeVerdict {
  const { gain, confirmed, isContaminated, hasCollapsed } = facts;
  if (confirmed === false)
    return {
      ...{ word: 'Not confirmed', tone: 'bad' },
      answer: 'Do not trust the gain: examples that had no part in choosing the prompt do not show it.',
    };
  if (confirmed === true)
    return {
      ...{ word: 'Confirmed gain', tone: 'good' },
      answer:
        'Better, and to be trusted: examples that had no part in choosing the prompt show the gain too.',
    };
  if (isContaminated)
    return {
      ...{ word: 'Not to be trusted', tone: 'bad' },
      answer: 'Do not trust its numbers: its score is not valid. The reason is below.',
    };
  if (gain === 'fails')
    return {
      ...{ word: 'Worse than its start', tone: 'bad' },
      answer: 'It got worse by more than chance explains: keep the original prompt.',
    };
  if (gain === 'undecided')
    return {
      ...{ word: 'Undecided', tone: 'neutral' },
      answer: 'Undecided whether it is better than before: chance alone can explain the difference.',
    };
  const answer = `Better by more than chance explains, but not proven yet: ${nextStep(facts.confirmation)}`;
  return hasCollapsed
    ? { word: 'Gain, but collapsed', tone: 'honey', answer }
    : { word: 'Gain, unconfirmed', tone: 'info', answer };
}

/** The way from a gain to a proven one. */
function nextStep(state: VerdictFacts['confirmation']): string {
  if (state === 'sealed')
    return 'open this run and score its prompt on the sealed confirmation examples, which had no part in choosing it.';
  if (state === 'measuring') return 'its confirmation examples are being scored.';
  if (state === 'failed') return 'scoring its confirmation examples failed; open this run to see why.';
  return 'the examples that show the gain also chose the prompt. A canary on real requests can prove it.';
}
