import type { CallMessage } from '@/lib/domain/model-call';
import type { ToolCall } from '@/lib/domain/trajectory';

/** A message in a tree of conversations: equal beginnings share their nodes. */
export interface ConversationNode {
  /** Null = the beginning, before the first message. */
  readonly message: CallMessage | null;
  readonly parent: ConversationNode | null;
  readonly children: Map<string, ConversationNode>;
  /** The child that was added last; most histories go on there, and comparing with it needs no key. */
  latest: ConversationNode | null;
  /** The last step of the trajectory up to here. */
  step: number | null;
  /** Set where the message is the reply of a recorded call. */
  reply: { readonly step: number; readonly system: string } | null;
}

export const emptyNode = (
  message: CallMessage | null,
  parent: ConversationNode | null,
  step: number | null,
): ConversationNode => ({ message, parent, children: new Map(), latest: null, step, reply: null });

export function childOf(node: ConversationNode, message: CallMessage): ConversationNode | undefined {
  if (node.latest?.message && isEqual(node.latest.message, message)) return node.latest;
  return node.children.size === 0 ? undefined : node.children.get(keyOf(message));
}

/** The child, made where it is missing. */
export function growChild(
  node: ConversationNode,
  message: CallMessage,
  step: number | null,
): ConversationNode {
  const key = keyOf(message);
  const child = node.children.get(key) ?? emptyNode(message, node, step);
  node.children.set(key, child);
  node.latest = child;
  return child;
}

const PART = '\u0000';

/** Equal for equal messages; ids of calls, reasoning and surrounding spaces do not count. */
export function keyOf(message: CallMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => PART + call.name + PART + call.arguments);
  return message.role + PART + contentOf(message).trim() + calls.join('');
}

export function isEqual(a: CallMessage, b: CallMessage): boolean {
  if (a === b) return true;
  return a.role === b.role && contentOf(a) === contentOf(b) && areEqualCalls(a.toolCalls, b.toolCalls);
}

const contentOf = (message: CallMessage) => message.result?.content ?? message.text;

function areEqualCalls(a: readonly ToolCall[] = [], b: readonly ToolCall[] = []): boolean {
  if (a.length !== b.length) return false;
  return a.every((call, index) => call.name === b[index]?.name && call.arguments === b[index]?.arguments);
}
