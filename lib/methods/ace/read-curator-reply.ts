import type { Edit } from '@/lib/domain/edit';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import type { Readable } from '@/lib/methods/prompting/readable';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import { readOperations } from './read-operations';

/** A curator's (or combiner's) reply in the shape that was asked for. */
export interface CuratorReply {
  readonly reasoning: string;
  readonly edits: readonly Edit[];
  /** The whole object as it came, with whatever else it holds. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/**
 * Checks the shape strictly: a reply that misses a part is not repaired but refused, with the fault in words. What
 * the edits say is not judged here.
 */
export function readCuratorReply(reply: string, withSources = false): Readable<CuratorReply> {
  const raw = extractJson(reply);
  if (!isRecord(raw) || Object.keys(raw).length === 0) return refuse('The reply holds no JSON object.');
  const { reasoning, operations } = raw;
  if (typeof reasoning !== 'string') return refuse('The reply has no "reasoning" that is a text.');
  if (!Array.isArray(operations)) return refuse('The reply has no "operations" that are a list.');

  const incomplete = operations.findIndex(
    (operation) => isRecord(operation) && operation.type === 'ADD' && !isCompleteAddition(operation),
  );
  if (incomplete !== -1) return refuse(`Operation ${incomplete + 1} adds without a section or a content.`);

  const edits = readOperations(operations, withSources);
  return edits.ok ? { ok: true, value: { reasoning, edits: edits.value, raw } } : edits;
}

function isCompleteAddition(operation: Record<string, unknown>): boolean {
  return 'section' in operation && 'content' in operation;
}

function refuse(fault: string): Readable<never> {
  return { ok: false, fault };
}
