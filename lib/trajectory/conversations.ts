import type { CallMessage, ReadRequest } from '@/lib/domain/model-call';
import { type ConversationNode, childOf, emptyNode, growChild, isEqual, keyOf } from './conversation-node';
import { type History, readHistory, runsFrom } from './history';
import { isSameReply, merged } from './same-reply';

/** Replies to one history that a reworded message is compared with; more are seldom meant. */
const REPLIES_COMPARED = 8;
/** Shorter replies are the same in many conversations. */
const TELLING_LENGTH = 20;

/** Where a history leaves what is known. */
export interface Place {
  readonly history: History;
  /** The last known message; messages from `newFrom` on are new. */
  readonly node: ConversationNode;
  readonly newFrom: number;
  /** Step of the last reply of a recorded call in the history. */
  readonly reply: number | null;
  /** Nothing is known after that reply, so its conversation continues. */
  readonly isAtReply: boolean;
  readonly isNewSystem: boolean;
  /** The agent cut, summarised or reworded what came before the last reply. */
  readonly isRewritten: boolean;
}

interface Walk {
  readonly node: ConversationNode;
  readonly depth: number;
  readonly reply: ConversationNode | null;
  readonly replyDepth: number;
}

/** The conversations of a rollout. Finds where a call continues one; the cost of a call is linear in its messages. */
export class Conversations {
  private readonly beginnings = new Map<string, ConversationNode>();
  private readonly replyByCall = new Map<string, ConversationNode>();
  private readonly replyByKey = new Map<string, ConversationNode>();
  private readonly seen = new Set<string>();

  place(request: ReadRequest): Place {
    const history = readHistory(request);
    const last = history.messages.findLastIndex(({ role }) => role === 'assistant');
    const beginning = this.beginnings.get(history.system) ?? emptyNode(null, null, null);
    this.beginnings.set(history.system, beginning);
    const walk = walkFrom(beginning, 0, history);
    if (walk.replyDepth === last + 1) return placeOf(history, walk, false);
    const reply = this.replyIn(history, last);
    return reply === null
      ? placeOf(history, walk, false)
      : placeOf(history, walkFrom(reply, last + 1, history), true);
  }

  isUnseen(message: CallMessage): boolean {
    return !this.seen.has(keyOf(message));
  }

  stepOfToolCall(id: string): number | null {
    return this.replyByCall.get(id)?.reply?.step ?? null;
  }

  /** Remembers an answered call; `steps` are those of its new messages, null where a message made none. */
  remember(
    { history, node: from, newFrom }: Place,
    systemStep: number | null,
    steps: readonly (number | null)[],
    reply: { readonly message: CallMessage; readonly step: number },
  ): void {
    from.step ??= systemStep;
    let node = from;
    for (const [index, message] of history.messages.slice(newFrom).entries()) {
      node = growChild(node, message, steps[index] ?? node.step);
      this.seen.add(keyOf(message));
    }
    const end = growChild(node, reply.message, reply.step);
    end.step = reply.step;
    end.reply = { step: reply.step, system: history.system };
    this.replyByKey.set(keyOf(reply.message), end);
    for (const { id } of reply.message.toolCalls ?? []) if (id !== '') this.replyByCall.set(id, end);
  }

  /** A reply in any conversation: by the ids of its calls; else by its text, which must be telling or follow the same. */
  private replyIn({ messages }: History, index: number): ConversationNode | null {
    const message = messages[index];
    const calls = (message?.toolCalls ?? []).filter(({ id }) => id !== '');
    for (const { id } of calls) {
      const reply = this.replyByCall.get(id);
      if (reply !== undefined) return reply;
    }
    if (message === undefined || calls.length > 0) return null;
    const reply = this.replyByKey.get(keyOf(message));
    const before = reply?.parent?.message;
    const former = messages[index - 1];
    const followsSame = former !== undefined && before != null && isEqual(before, former);
    return reply !== undefined && (message.text.length >= TELLING_LENGTH || followsSame) ? reply : null;
  }
}

function placeOf(history: History, { node, depth, reply }: Walk, isRewritten: boolean): Place {
  const known = reply?.reply ?? null;
  return {
    history,
    node,
    newFrom: depth,
    reply: known?.step ?? null,
    isAtReply: node === reply,
    isNewSystem: known === null ? node.step === null : known.system !== history.system,
    isRewritten,
  };
}

function walkFrom(start: ConversationNode, from: number, { messages }: History): Walk {
  let walk: Walk = { node: start, depth: from, reply: start.reply && start, replyDepth: from };
  for (;;) {
    const message = messages[walk.depth];
    if (message === undefined) return walk;
    const child = childOf(walk.node, message);
    const next = child ? { node: child, taken: 1 } : rewordedReply(walk.node, messages, walk.depth);
    if (next === null) return walk;
    const depth = walk.depth + next.taken;
    const isReply = next.node.reply !== null;
    walk = isReply
      ? { node: next.node, depth, reply: next.node, replyDepth: depth }
      : { ...walk, node: next.node, depth };
  }
}

/** A known reply in other words, in one message or several; its wording is known from then on. */
function rewordedReply(
  node: ConversationNode,
  messages: readonly CallMessage[],
  depth: number,
): { readonly node: ConversationNode; readonly taken: number } | null {
  if (messages[depth]?.role !== 'assistant') return null;
  const replies = [...node.children.values()].filter(({ reply }) => reply !== null).slice(-REPLIES_COMPARED);
  for (const run of replies.length === 0 ? [] : runsFrom(messages, depth)) {
    const message = merged(run);
    const found = replies.findLast((reply) => reply.message && isSameReply(reply.message, message));
    if (found === undefined) continue;
    let from = node;
    for (const part of run.slice(0, -1)) from = growChild(from, part, node.step);
    from.children.set(keyOf(messages[depth + run.length - 1] ?? message), found);
    return { node: found, taken: run.length };
  }
  return null;
}
