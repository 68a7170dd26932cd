import { combinerMessages } from '@/lib/methods/gepa/prompts/combiner';
import { proposerMessages } from '@/lib/methods/gepa/prompts/proposer';
import { proposalOf } from '@/lib/methods/gepa/read-proposal';
import { renderFields } from '@/lib/methods/gepa/render-records';
import { underPromptMessages } from '@/lib/methods/prompting/answer-under-prompt';
import type { ChatMessage } from '@/lib/ports/language-model';
import { seededRng } from '@/lib/random/seeded-rng';
import { shuffled } from '@/lib/random/shuffle';
import type { AnswerKeyEntry } from '../answer-keys';
import { linesOf } from '../kept-lines';
import type { EpochPlan, EpochResult, PracticeClass } from './epoch';

/**
 * One epoch of rewriting on the practice model, in a single line of texts and without a test of acceptance: the same
 * measuring stick as ./epoch for a method that rewrites the whole text.
 */
const COPIES = 2;
const TASK = { instructions: 'Solve it.', inputShape: 'a question', outputShape: 'an answer' };

export function rewriteOneEpoch(subject: PracticeClass, plan: EpochPlan): EpochResult {
  let text = '';
  for (let start = 0; start < plan.examplesTrain; start += plan.batchSize) {
    const records = subject.train.slice(start, start + plan.batchSize).map(recordOf);
    const label = `${plan.seed}/${plan.way}/${plan.batchSize}/${start}`;
    const isPlain = plan.way === 'naive' || records.length < 4;
    text = (isPlain ? propose : scan)(subject, records, { text, label });
  }
  return { entries: linesOf(text).length, accuracyHeldOut: accuracy(subject, text, plan.seed) };
}

interface Base {
  readonly text: string;
  readonly label: string;
}

function propose(subject: PracticeClass, records: readonly string[], { text, label }: Base): string {
  const messages = proposerMessages({ current: text, component: null, records });
  return textIn(subject, messages, label) ?? text;
}

function scan(subject: PracticeClass, records: readonly string[], base: Base): string {
  const k = Math.floor(Math.sqrt(records.length));
  const copies = shuffled(Array.from({ length: COPIES }, () => records).flat(), seededRng(base.label));
  const proposals = Array.from({ length: k }, (_, group) => {
    const [from, to] = [group, group + 1].map(
      (edge) => edge * Math.floor(copies.length / k) + Math.min(edge, copies.length % k),
    );
    return propose(subject, copies.slice(from, to), { ...base, label: `${base.label}/${group}` });
  });
  const messages = combinerMessages({ current: base.text, component: null, proposals });
  return textIn(subject, messages, `${base.label}/final`) ?? base.text;
}

/** Null where nothing was proposed. */
function textIn({ model }: PracticeClass, messages: readonly ChatMessage[], label: string): string | null {
  const seed = seededRng(label).nextInt(0, 2 ** 31 - 1);
  const read = proposalOf(model.reply({ messages, seed }).text);
  return read.ok ? read.value : null;
}

function recordOf({ question, expected }: AnswerKeyEntry): string {
  return renderFields({ Question: question, Answer: '?', 'Expected answer': expected });
}

function accuracy({ model, heldOut }: PracticeClass, prompt: string, seed: number): number {
  const right = heldOut.filter(({ question, expected }) => {
    const messages = underPromptMessages({ task: TASK, text: prompt, example: { question, context: '' } });
    return JSON.parse(model.reply({ messages, seed }).text).final_answer === expected;
  });
  return right.length / heldOut.length;
}
