import type { CallMessage } from '@/lib/domain/model-call';
import type { AgentStep } from '@/lib/domain/trajectory';
import { isFailed } from './tool-error';

/**
 * Adds a tool's result to the step that called it. Without a known id it belongs to the next call without a result. The
 * first result of a call is kept: later ones are what the agent made of it, as when it shortens old observations.
 */
export function attachResult(step: AgentStep, message: CallMessage, hasFlag: boolean): void {
  const result = message.result ?? { callId: null, content: message.text, isError: false };
  const own = step.toolCalls.find(({ id }) => id !== '' && id === result.callId);
  const call = own ?? step.toolCalls[step.results.length];
  const callId = call === undefined || call.id === '' ? null : call.id;
  if (callId !== null && step.results.some((known) => known.callId === callId)) return;
  step.results.push({ callId, content: result.content, isError: isFailed(result, hasFlag) });
}
