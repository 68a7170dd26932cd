import {
  type BrokenCall,
  type ToolDefinition,
  TRAJECTORY_VERSION,
  type Trajectory,
} from '@/lib/domain/trajectory';
import { Conversations, type Place } from './conversations';
import type { RecordedCall } from './recorded-call';
import { StepWriter } from './step-writer';

export interface BuildOptions {
  readonly agent: { readonly name: string; readonly version: string };
  /** When the rollout began, on the clock of the calls. */
  readonly beganAtMs: number;
}

type Answered = RecordedCall & { readonly reply: NonNullable<RecordedCall['reply']> };

const isAnswered = (call: RecordedCall): call is Answered =>
  call.status === 'answered' && call.reply !== null;

/**
 * The trajectory of a rollout from its recorded calls: one agent step for each answered call, before it the messages
 * that were new. Time and memory are linear in the size of the requests.
 *
 * - A history that continues a branch where it ended continues it; one that continues an earlier point forks; one
 *   without a known reply (a subagent, a compacted context) opens a branch. `branches` says after which step.
 * - A history whose last reply is known although what came before was cut or reworded continues that reply's branch.
 * - A message of the assistant that no recorded call said (an example in the prompt) is an agent step with an empty
 *   model and no cost.
 */
export function buildTrajectory(calls: readonly RecordedCall[], options: BuildOptions): Trajectory {
  const builder = new TrajectoryBuilder(options);
  // A reply that was not delivered whole is replaced by the reply to its retry.
  const replaced = new Set(calls.filter(isAnswered).map(({ retryOf }) => retryOf));
  for (const call of [...calls].sort((a, b) => a.ordinal - b.ordinal))
    if (isAnswered(call) && !replaced.has(call.ordinal)) builder.takeAnswered(call);
    else builder.takeBroken(call);
  return builder.finish();
}

class TrajectoryBuilder {
  private readonly conversations = new Conversations();
  private readonly writer = new StepWriter(this.conversations);
  private readonly broken: { readonly call: RecordedCall; readonly entry: BrokenCall }[] = [];
  private readonly branches: { after: number | null; lastReply: number }[] = [];
  private readonly tools = new Map<string, ToolDefinition[]>();

  constructor(private readonly options: BuildOptions) {}

  takeBroken(call: RecordedCall): void {
    this.broken.push({ call, entry: { ...this.timeOf(call), ...brokenFacts(call) } });
  }

  finish(): Trajectory {
    for (const { call } of this.broken) this.writer.takeLateResults(call);
    return {
      version: TRAJECTORY_VERSION,
      agent: { ...this.options.agent },
      tools: [...this.tools.values()].flat(),
      steps: this.writer.steps,
      branches: this.branches.map(({ after }) => ({ after })),
      broken: this.broken.map(({ entry }) => entry),
    };
  }

  takeAnswered(call: Answered): void {
    this.takeTools(call.request.tools);
    const place = this.conversations.place(call.request);
    const branch = this.branchOf(place);
    const head = { branch, ...this.timeOf(call) };
    const systemStep = place.isNewSystem
      ? this.writer.push({ source: 'system', ...head, text: place.history.system })
      : null;
    const steps = this.writer.takeMessages(place, call, head);
    const step = this.writer.push({
      source: 'agent',
      ...head,
      text: call.reply.message.text,
      reasoning: call.reply.message.reasoning ?? '',
      toolCalls: [...(call.reply.message.toolCalls ?? [])],
      results: [],
      model: typeof call.sent.model === 'string' ? call.sent.model : call.request.model,
      finish: call.reply.finish,
      metrics: call.metrics,
    });
    this.conversations.remember(place, systemStep, steps, { message: call.reply.message, step });
    const known = this.branches[branch];
    if (known !== undefined) known.lastReply = step;
  }

  /** The branch that the place continues, or a new one. */
  private branchOf({ node, reply, isAtReply }: Place): number {
    const branch = reply === null ? null : (this.writer.steps[reply]?.branch ?? null);
    if (branch !== null && isAtReply && this.branches[branch]?.lastReply === reply) return branch;
    this.branches.push({ after: node.step, lastReply: -1 });
    return this.branches.length - 1;
  }

  private takeTools(tools: readonly ToolDefinition[]): void {
    for (const tool of tools) {
      const known = this.tools.get(tool.name) ?? [];
      if (known.length === 0) this.tools.set(tool.name, known);
      if (!known.some((one) => one.description === tool.description && one.parameters === tool.parameters))
        known.push(tool);
    }
  }

  private timeOf(call: RecordedCall): { readonly atMs: number } {
    return { atMs: Math.max(0, call.startedAtMs - this.options.beganAtMs) };
  }
}

function brokenFacts({ status, dialect, httpStatus, metrics }: RecordedCall): Omit<BrokenCall, 'atMs'> {
  const isNamed = status === 'failed' || status === 'refused' || status === 'stray';
  return { dialect, reason: isNamed ? status : 'cut', status: httpStatus, metrics };
}
