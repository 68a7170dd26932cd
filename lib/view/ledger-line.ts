import type { FactOf, FactType, LedgerEntry } from '@/lib/domain/ledger-entry';
import { withMissing } from '@/lib/domain/scored-count';
import type { SearchFacts } from '@/lib/domain/search-facts';
import { planSentence } from '@/lib/words/batch-plan';
import { proposalReason } from '@/lib/words/candidate';
import { CAUSE_WORDS } from '@/lib/words/cause';
import { calibratedSentence, revertedSentence } from '@/lib/words/evaluator';
import {
  collapsedSentence,
  lanesSentence,
  reseededSentence,
  settledSentence,
  steeredSentence,
} from '@/lib/words/pool';
import { droppedSentence } from '@/lib/words/reflection';
import { runEndSentence } from '@/lib/words/run-end';
import { splitWord } from './number-origin';
import { describeMeasurement, formatScore, formatUsd, plural, shortHash } from './numbers';
import { BATCH_REASON_WORDS, RUN_KIND_WORDS, SCAN_MODE_WORDS, STOP_REASON_WORDS } from './run-words';

/** One entry of the ledger as one line for people; the JSON beside it stays the authority. */
export function describeEntry(entry: LedgerEntry): string {
  switch (entry.type) {
    case 'run.started':
      return `${RUN_KIND_WORDS[entry.data.kind]}, ${plural(entry.data.plannedRollouts, 'rollout')} planned`;
    case 'batch.planned':
      return `Size ${entry.data.size} · ${BATCH_REASON_WORDS[entry.data.reason]}: ${planSentence(entry.data)}`;
    case 'iteration.started':
      return `${plural(entry.data.exampleIds.length, 'example')} under ${shortHash(entry.data.candidateHash)}`;
    case 'iteration.closed':
      return `${plural(entry.data.members.length, 'reflection')} took part, ${plural(entry.data.failures, 'failure')}${paidSoFar(entry.data.spend)}`;
    case 'heldOut.measured':
      return `${splitWord(entry.data.split)} ${describeMeasurement(withMissing(entry.data.score, entry.data.missing)).whole}${entry.data.best ? ', best so far' : ''}`;
    case 'online.measured':
      return `Before learning ${describeMeasurement(entry.data.score).whole}, so far ${describeMeasurement(entry.data.soFar).whole}`;
    case 'selection.measured':
      return `${splitWord('selection')} ${describeMeasurement(entry.data.score).whole}`;
    case 'candidate.created':
      return `${shortHash(entry.data.hash)}: ${plural(entry.data.bullets, 'bullet')}, ${plural(entry.data.tokens, 'token')}${entry.data.byHand === undefined ? '' : `, written by ${entry.data.byHand}`}`;
    case 'run.finished':
      return `${STOP_REASON_WORDS[entry.data.reason]}. ${runEndSentence(entry.data)}`;
    case 'run.failed':
      return `${entry.data.code}: ${entry.data.message}`;
    case 'run.takenOver':
      return `Taken over from ${entry.data.previousWorker ?? 'an unknown worker'}`;
    case 'run.paused':
    case 'run.resumed':
      return `At iteration ${entry.data.iteration + 1}`;
    case 'reflection.dropped':
      return droppedSentence(entry.data);
    case 'diversity.collapsed':
      return collapsedSentence(entry.data);
    case 'pool.reseeded':
      return reseededSentence(entry.data);
    case 'pool.settled':
      return settledSentence(entry.data);
    case 'lanes.changed':
      return lanesSentence(entry.data);
    case 'evaluator.calibrated':
      return calibratedSentence(entry.data);
    case 'evaluator.reverted':
      return revertedSentence(entry.data);
    default:
      return describeStep(entry);
  }
}

type StepEntry = Extract<
  LedgerEntry,
  {
    type:
      | 'rollout.finished'
      | 'reflection.finished'
      | 'shuffle.finished'
      | 'group.aggregated'
      | 'context.split'
      | 'scan.combined'
      | 'requests.dispatched'
      | 'iteration.preempted'
      | 'insights.steered'
      | 'diversity.measured'
      | 'insights.followed'
      | 'diagnosis.measured'
      | keyof SearchFacts;
  }
>;

function describeStep(entry: StepEntry): string {
  switch (entry.type) {
    case 'rollout.finished': {
      const verdict = entry.data.cause
        ? CAUSE_WORDS[entry.data.cause.code]
        : entry.data.correct
          ? 'right'
          : 'wrong';
      return `${splitWord(entry.data.split)} ${entry.data.exampleId}: ${verdict}`;
    }
    case 'reflection.finished':
      return entry.data.cause
        ? `${entry.data.exampleId}: ${CAUSE_WORDS[entry.data.cause.code]}`
        : `${entry.data.exampleId}: ${plural(entry.data.insights.length, 'insight')}`;
    case 'shuffle.finished':
      return `${plural(entry.data.reflections, 'reflection')} × ${entry.data.duplication} in ${plural(entry.data.k, 'group')}`;
    case 'group.aggregated':
      return entry.data.cause
        ? `Group ${entry.data.group + 1}: ${CAUSE_WORDS[entry.data.cause.code]}`
        : `Group ${entry.data.group + 1}: ${entry.data.inputs} in, ${plural(entry.data.edits.length, 'edit')} out`;
    case 'context.split':
      return describeSplit(entry.data);
    case 'requests.dispatched':
      return `${plural(entry.data.flushes, 'batch', 'batches')} of requests`;
    case 'iteration.preempted':
      return `${entry.data.mode}: ${plural(entry.data.members.length, 'result')} kept, ${entry.data.dropped.length} dropped for ${shortHash(entry.data.candidateHash)}`;
    case 'insights.steered':
      return steeredSentence(entry.data);
    case 'diversity.measured':
      return `${entry.data.rejectedAsDuplicate} rejected as duplicates${entry.data.collapsed ? ', collapsed' : ''}`;
    case 'diagnosis.measured':
      return `${shortHash(entry.data.candidateHash)} answered again (${entry.data.repetition}): ${formatScore(entry.data.score.mean)}`;
    case 'insights.followed':
      return `${plural(entry.data.wentIn, 'new insight')}: ${entry.data.level1} survived level 1, ${entry.data.level2} level 2, ${entry.data.inPrompt} in the prompt`;
    case 'candidate.proposed':
      return `${entry.data.accepted ? 'Accepted' : 'Refused'}: ${proposalReason(entry.data)}`;
    case 'candidate.selected':
      return `${shortHash(entry.data.candidateHash)} on ${plural(entry.data.score.n, 'selection example')}: ${formatScore(entry.data.score.mean)}`;
    case 'frontier.updated':
      return `${plural(entry.data.pool.length, 'candidate')} in the pool, best ${shortHash(entry.data.bestHash)}`;
    case 'trial.finished':
      return `Trial ${entry.data.trial + 1}${entry.data.full ? ', all of selection' : ''}: ${formatScore(entry.data.score.mean)} of ${entry.data.score.n}`;
    case 'scan.combined':
      return `${SCAN_MODE_WORDS[entry.data.mode]}: ${plural(entry.data.edits.length, 'edit')}`;
  }
}

/** 91,522 + 4,096 tokens where the model reads 32,000: what was done about it. */
function describeSplit({ level, group, parts, leftOut, ...tokens }: FactOf<'context.split'>['data']): string {
  const counts = [tokens.promptTokens, tokens.replyTokens, tokens.contextTokens];
  const [prompt, reply, context] = counts.map((n) => n.toLocaleString('en'));
  const cut = parts === 0 ? 'not sent' : `cut into ${plural(parts, 'part')}`;
  const lost = leftOut === 0 ? '' : `, ${leftOut} too long alone`;
  return `Level ${level}, group ${group + 1}: ${prompt} + ${reply} of ${context} tokens, ${cut}${lost}`;
}

/** For the filter; the record makes the compiler notice a type that is missing here. */
const TYPE_TABLE: Readonly<Record<FactType, true>> = {
  'run.started': true,
  'batch.planned': true,
  'iteration.started': true,
  'rollout.finished': true,
  'reflection.finished': true,
  'shuffle.finished': true,
  'group.aggregated': true,
  'context.split': true,
  'scan.combined': true,
  'candidate.created': true,
  'candidate.proposed': true,
  'candidate.selected': true,
  'frontier.updated': true,
  'trial.finished': true,
  'heldOut.measured': true,
  'diagnosis.measured': true,
  'iteration.closed': true,
  'requests.dispatched': true,
  'iteration.preempted': true,
  'insights.steered': true,
  'reflection.dropped': true,
  'diversity.measured': true,
  'diversity.collapsed': true,
  'insights.followed': true,
  'pool.reseeded': true,
  'pool.settled': true,
  'selection.measured': true,
  'online.measured': true,
  'lanes.changed': true,
  'evaluator.calibrated': true,
  'evaluator.reverted': true,
  'run.paused': true,
  'run.resumed': true,
  'run.takenOver': true,
  'run.failed': true,
  'run.finished': true,
};

export const FACT_TYPES = Object.keys(TYPE_TABLE) as readonly FactType[];

/** A ledger knows no prices: what sums up to nothing may be free or unknown, so it says neither. */
function paidSoFar({ spendUsd, costUsd }: FactOf<'iteration.closed'>['data']['spend']): string {
  return costUsd === 0 ? '' : `, ${formatUsd(spendUsd)} so far`;
}
