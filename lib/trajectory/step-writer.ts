import type { CallMessage } from '@/lib/domain/model-call';
import { type AgentStep, isAgentStep, type StepMetrics, type TrajectoryStep } from '@/lib/domain/trajectory';
import { attachResult } from './attach-result';
import type { Conversations, Place } from './conversations';
import type { RecordedCall } from './recorded-call';

interface StepHead {
  readonly branch: number;
  readonly atMs: number;
}

const NO_METRICS: StepMetrics = {
  tokensIn: 0,
  tokensOut: 0,
  tokensCached: 0,
  costUsd: 0,
  delayMs: null,
  by: 'agent',
};

/** Writes messages as steps, and results of tools to the steps that called them. */
export class StepWriter {
  readonly steps: TrajectoryStep[] = [];

  constructor(private readonly conversations: Conversations) {}

  push(step: TrajectoryStep): number {
    this.steps.push(step);
    return this.steps.length - 1;
  }

  /** Steps and results of the new messages; returns the step of each, null where it made none. */
  takeMessages(
    { history, newFrom, reply, isRewritten }: Place,
    call: RecordedCall,
    head: StepHead,
  ): (number | null)[] {
    const before = isRewritten ? history.messages.slice(0, newFrom).filter(isToModel) : [];
    for (const message of before)
      if (this.conversations.isUnseen(message)) this.takeMessage(message, null, call, head);
    let owner = reply;
    return history.messages.slice(newFrom).map((message) => {
      const step = this.takeMessage(message, owner, call, head);
      if (message.role === 'assistant') owner = step;
      return step;
    });
  }

  private takeMessage(
    message: CallMessage,
    owner: number | null,
    call: RecordedCall,
    head: StepHead,
  ): number | null {
    if (message.role === 'tool') return this.takeResult(message, owner, call, head);
    if (message.role === 'assistant') return this.push(unrecordedStep(message, head));
    return message.text === '' ? null : this.push({ source: message.role, ...head, text: message.text });
  }

  /** A result without a step that called it stays as what the agent told the model. */
  private takeResult(
    message: CallMessage,
    owner: number | null,
    call: RecordedCall,
    head: StepHead,
  ): number | null {
    const index = this.callerOf(message, owner);
    const step = index === null ? undefined : this.steps[index];
    if (step !== undefined && isAgentStep(step)) attachResult(step, message, hasErrorFlag(call));
    else return this.push({ source: 'user', ...head, text: message.result?.content ?? message.text });
    return index;
  }

  private callerOf(message: CallMessage, owner: number | null): number | null {
    const id = message.result?.callId ?? null;
    const own = owner === null ? undefined : this.steps[owner];
    const isOwn = own !== undefined && isAgentStep(own) && own.toolCalls.some((call) => call.id === id);
    if (id === null || isOwn) return owner;
    return this.conversations.stepOfToolCall(id) ?? owner;
  }

  /** Results that were only sent with a call that was not answered, as when a limit ends the rollout. */
  takeLateResults(call: RecordedCall): void {
    if (call.status === 'stray') return;
    for (const message of call.request.messages) {
      const index = this.conversations.stepOfToolCall(message.result?.callId ?? '');
      const step = index === null ? undefined : this.steps[index];
      if (step !== undefined && isAgentStep(step)) attachResult(step, message, hasErrorFlag(call));
    }
  }
}

const isToModel = ({ role }: CallMessage) => role === 'user' || role === 'system';

/** Anthropic marks results of tools that failed; the OpenAI dialects cannot. */
const hasErrorFlag = ({ dialect }: RecordedCall) => dialect === 'anthropicMessages';

function unrecordedStep(message: CallMessage, head: StepHead): AgentStep {
  const { text, reasoning = '', toolCalls = [] } = message;
  const spoken = { text, reasoning, toolCalls: [...toolCalls], results: [] };
  return { source: 'agent', ...head, ...spoken, model: '', finish: '', metrics: NO_METRICS };
}
