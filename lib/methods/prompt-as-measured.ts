import { agentComponents } from '@/lib/domain/agent-components';
import type { RunManifest } from '@/lib/domain/manifest';
import type { ChatMessage } from '@/lib/ports/language-model';
import type { Method } from './method';
import { restored } from './prompting/tagged-parts';

/**
 * A candidate as its reader gets it in a measurement. The candidate is the part that a run learns. A model reads it inside
 * the method's own instructions and the task, with the question in a message of its own; copying, promoting or serving the
 * prompt behind a score needs these messages, not the candidate alone.
 *
 *   system    instructions, <task>, <playbook> or <current_prompt>       the same for every example
 *   user      <question>, and <context> where the example has one        {question} and {context} mark its place
 *
 * An agent gets the text of its component alone, and puts it into messages of its own; a candidate of several components
 * stays in its sections. An artefact (`Task.artefact`) is read by its scorer only: its text is the answer.
 * Cost: one concatenation. Used by the measurement itself (`Method.questionMessages`), so the two cannot part.
 */
export interface PromptAsMeasured {
  readonly readBy: 'model' | 'agent' | 'scorer';
  /** For a model the system message, byte for byte; for an agent its component; of an artefact the candidate. */
  readonly text: string;
  /** The user message of a question without a context; null where no model is sent this text. */
  readonly questionForm: string | null;
  /** The user message of a question with a context; null likewise. */
  readonly contextForm: string | null;
  /** Measurements ask for a reply in JSON; null where no model is sent this text. */
  readonly responseFormat: 'json_object' | null;
}

const NO_MESSAGE = { questionForm: null, contextForm: null, responseFormat: null } as const;

export const QUESTION_PLACE = '{question}';
export const CONTEXT_PLACE = '{context}';

export function promptAsMeasured(
  method: Pick<Method, 'questionMessages'>,
  { task, agent }: Pick<RunManifest, 'task' | 'agent'>,
  candidateText: string,
): PromptAsMeasured {
  if (task.artefact) return { readBy: 'scorer', text: candidateText, ...NO_MESSAGE };
  if (agent) {
    const [only, ...others] = Object.values(agentComponents(agent, candidateText));
    const text = only === undefined || others.length > 0 ? candidateText : only;
    return { readBy: 'agent', text, ...NO_MESSAGE };
  }
  const messagesFor = (context: string) =>
    method.questionMessages({ task, text: candidateText, example: { question: QUESTION_PLACE, context } });
  const messages = messagesFor('');
  return {
    readBy: 'model',
    text: contentOf(messages, 'system'),
    questionForm: contentOf(messages, 'user'),
    contextForm: contentOf(messagesFor(CONTEXT_PLACE), 'user'),
    responseFormat: 'json_object',
  };
}

/**
 * The candidates that a text may hold, most likely first: the text itself, and the content of the last part of a system
 * message as measured, regardless of changes around it. Copying a learned prompt with its instructions does not hide
 * where it is from.
 */
export function candidatesWithin(text: string): readonly string[] {
  const inner = LAST_PART.exec(text)?.[2];
  return inner === undefined ? [text] : [...new Set([text, inner, restored(inner)])];
}

const LAST_PART = /<(playbook|current_prompt)>\n([\s\S]*)\n<\/\1>\s*$/;

function contentOf(messages: readonly ChatMessage[], role: ChatMessage['role']): string {
  return messages
    .filter((message) => message.role === role)
    .map(({ content }) => content)
    .join('\n');
}
