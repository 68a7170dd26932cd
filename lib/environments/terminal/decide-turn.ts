import type { TerminalReply } from './terminal-reply';

/**
 * The next turn of a terminal agent after a reply. A task is complete only when two replies in a row say so: after the first
 * the agent sees the terminal once more. A reply that cannot be read runs nothing and leaves the question open.
 */
export interface TurnState {
  /** The last reply said that the task is complete. */
  readonly isConfirming: boolean;
}

export type Turn =
  | { readonly kind: 'repeat'; readonly state: TurnState; readonly feedback: string }
  | { readonly kind: 'confirm' | 'continue'; readonly state: TurnState; readonly feedback: string }
  | { readonly kind: 'finish' };

export const FIRST_TURN: TurnState = { isConfirming: false };

/** Commands of the reply are run before the turn, unless it repeats the last one. */
export function decideTurn(state: TurnState, reply: TerminalReply): Turn {
  if (reply.error !== null) return { kind: 'repeat', state, feedback: feedbackOf(reply) };
  if (!reply.isTaskComplete) return { kind: 'continue', state: FIRST_TURN, feedback: feedbackOf(reply) };
  if (state.isConfirming) return { kind: 'finish' };
  return { kind: 'confirm', state: { isConfirming: true }, feedback: CONFIRMATION };
}

const CONFIRMATION =
  'You said that the task is complete. It will be judged now, and you cannot change anything afterwards. ' +
  'Say that it is complete once more, or go on.';

/** Words for the model; empty where nothing was wrong. */
function feedbackOf({ error, warnings }: TerminalReply): string {
  const listed = warnings.map((warning) => `- ${warning}`);
  return [
    ...(error === null ? [] : [`Your reply could not be read, and nothing was run: ${error}`]),
    ...(listed.length === 0 ? [] : ['Warnings about your reply:', ...listed]),
  ].join('\n');
}
