import type { CandidateView } from '@/lib/contracts/run-reading';
import { formatCount } from './numbers';

/** Content of a copied version in one sentence: a measurement sends more than the part that a run learns. */
export function copiedSentence(
  { text, asMeasured }: Pick<CandidateView, 'text' | 'asMeasured'>,
  what: 'playbook' | 'prompt',
): string {
  const characters = (length: number) => `${formatCount(length)} characters`;
  if (asMeasured.readBy === 'agent')
    return `Copies the text that the agent was given: ${characters(asMeasured.text.length)}. Its own messages are around it.`;
  if (asMeasured.readBy === 'scorer')
    return `Copies the text that is scored: ${characters(text.length)}. No model reads it.`;
  return `Copies the system message as measured: ${characters(asMeasured.text.length)}, of which ${formatCount(text.length)} are the ${what}. The question is a second message.`;
}
