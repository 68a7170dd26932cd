import type { ChatMessage } from '@/lib/ports/language-model';
import { outcomeOf, type WorldOutcome } from './evaluation';
import { HISTORY_CHARS_MAX, outputMessage, trimHistory } from './history';
import { openingOf } from './opening';
import { readCode } from './read-code';
import type { Said, World, WorldFault } from './world';

/** `limit` = the rollout may make no further call. @throws where the model gives no answer. */
export type AskModel = (messages: readonly ChatMessage[]) => Promise<ModelSaid | 'limit'>;

export interface ModelSaid {
  readonly text: string | null;
}

/**
 * The code agent: ask the model, run the first Python block of its reply in the world, tell it the output, until the
 * world's task is completed, the steps are used up, or the model may not be asked again. The end state is evaluated in
 * each case. Knows neither addresses nor processes: world and model are ports.
 */
export interface SolveInput {
  readonly world: World;
  readonly ask: AskModel;
  readonly taskId: string;
  readonly playbook: string;
  readonly stepsMax?: number;
  readonly historyCharsMax?: number;
}

export interface SolvedTask extends Conversation {
  readonly kind: 'ended';
  readonly how: 'completed' | 'steps' | 'limit';
  readonly outcome: WorldOutcome;
}

/** Missing data: the world was lost, and nothing is known of the agent. */
export interface LostTask extends Conversation {
  readonly kind: 'missing';
  readonly fault: WorldFault;
}

interface Conversation {
  readonly steps: number;
  /** From the message with the task on. */
  readonly conversation: readonly ChatMessage[];
}

export const STEPS_MAX = 40;

export async function solveTask(input: SolveInput): Promise<SolvedTask | LostTask> {
  const { world, taskId, playbook } = input;
  const begun = await world.initialize(taskId);
  if (!begun.ok) return { kind: 'missing', fault: begun.fault, steps: 0, conversation: [] };
  const opening = openingOf(begun.value, playbook);
  const messages = [...opening];
  const { steps, how } = await walk(input, messages, opening.length);
  const told = { steps, conversation: messages.slice(opening.length - 1) };
  if (!how.ok) return { kind: 'missing', fault: how.fault, ...told };
  const found = await world.evaluate();
  if (!found.ok) return { kind: 'missing', fault: found.fault, ...told };
  // A fault of it changes nothing: the evaluation is here, and the next task begins with a fresh state.
  await world.close();
  return { kind: 'ended', how: how.value, outcome: outcomeOf(found.value), ...told };
}

interface Walked {
  readonly steps: number;
  readonly how: Said<SolvedTask['how']>;
}

/** Adds each step's reply and output to the messages. */
async function walk(input: SolveInput, messages: ChatMessage[], openingLength: number): Promise<Walked> {
  const { world, ask, stepsMax = STEPS_MAX, historyCharsMax = HISTORY_CHARS_MAX } = input;
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const reply = await ask(trimHistory(messages, openingLength, historyCharsMax));
    if (reply === 'limit') return { steps, how: { ok: true, value: 'limit' } };
    const { code, text } = readCode(reply.text);
    messages.push({ role: 'assistant', content: `${text}\n\n` });
    const execution = await world.execute(code);
    if (!execution.ok) return { steps: steps + 1, how: execution };
    messages.push(outputMessage(execution.value.text));
    const completed = await world.taskCompleted();
    if (!completed.ok) return { steps: steps + 1, how: completed };
    if (completed.value) return { steps: steps + 1, how: { ok: true, value: 'completed' } };
  }
  return { steps: stepsMax, how: { ok: true, value: 'steps' } };
}
