import type { ProposalReason } from '@/lib/domain/proposal-reason';
import type { SearchFacts } from '@/lib/domain/search-facts';
import { causeSentence } from './cause';
import { scoreWords } from './numbers';
import { storedOr } from './stored-sentence';

/** Why a proposed candidate was accepted or rejected. */
export const proposalReason = ({ reason }: Pick<SearchFacts['candidate.proposed'], 'reason'>): string =>
  storedOr({ reason }, 'reason', () => sentence(reason));

function sentence(reason: ProposalReason): string {
  switch (reason.code) {
    case 'gained':
      return `The sum of scores on the minibatch went ${sums(reason)}.`;
    case 'gainedLess':
      return `It went ${sums(reason)}, but others of this iteration gained more.`;
    case 'noGain':
    case 'lost':
      return `A sum of scores ${sums(reason)} on the minibatch is ${reason.code === 'lost' ? 'a loss' : 'no gain'}.`;
    case 'mergeNoWorse':
    case 'mergeWorse':
      return `The merge is ${reason.code === 'mergeWorse' ? 'worse' : 'no worse'} than the better of its parents on ${reason.examples} selection examples.`;
    case 'better':
    case 'worse':
      return `${reason.code === 'worse' ? 'Taken back' : 'Taken'}: ${scoreWords(reason.score)} on the selection split against ${scoreWords(reason.against)}.`;
    case 'failed': {
      const why = causeSentence(reason.cause);
      return reason.tip === undefined ? why : `No instruction came of the tip ${reason.tip}. ${why}`;
    }
    default:
      return PLAIN[reason.code];
  }
}

const sums = ({ before, after }: { readonly before: number; readonly after: number }) =>
  `from ${Math.round(before * 1000) / 1000} to ${Math.round(after * 1000) / 1000}`;

type PlainCode = Exclude<
  ProposalReason,
  | { readonly before: number }
  | { readonly examples: number }
  | { readonly score: object }
  | { readonly cause: object }
>['code'];

const PLAIN: Readonly<Record<PlainCode, string>> = {
  nothingToLearnFrom: 'No example of the minibatch could be learned from.',
  allPerfect: 'The parent is right on its whole minibatch: there is nothing to learn from it.',
  unchanged: 'The proposer changed nothing.',
  noText: 'No new text came.',
  inPool: 'The pool holds this very text already.',
  sameAsSibling: 'It is the same text as another child of this iteration.',
  unscored: 'No example of its minibatch could be scored.',
  noRoomOnMinibatch: 'The budget left no room to try it on its minibatch.',
  noRoomOnSelection: 'The budget left no room to measure it on the selection split.',
  noRoomForMerge: 'The budget left no room to try the merge.',
  noRoomToMeasure: 'Not taken: a cap left no room to measure it.',
  everyOneTaken: 'Every usable new prompt is taken.',
  takenUnmeasured: 'Taken unmeasured: the selection split holds no examples.',
  stepGaveNothing: 'No usable new prompt came of this step.',
  wholeSelection: 'Measured on the whole selection split, so it may become the best.',
  minibatchOnly: 'Tried on a minibatch; only a measurement on the whole selection split takes it in.',
};
