import type { ReplyFault } from '@/lib/domain/cause';
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
 * Checks the shape strictly: a reply that misses a part is not repaired but refused, with its fault. What the
 * edits say is not judged here.
 */
export function readCuratorReply(reply: string, withSources = false): Readable<CuratorReply> {
  const raw = extractJson(reply);
  if (!isRecord(raw) || Object.keys(raw).length === 0) return refuse('noJsonObject');
  const { reasoning, operations } = raw;
  if (typeof reasoning !== 'string') return refuse('noReasoning');
  if (!Array.isArray(operations)) return refuse('noOperations');

  const isIncomplete = operations.some(
    (operation) => isRecord(operation) && operation.type === 'ADD' && !isCompleteAddition(operation),
  );
  if (isIncomplete) return refuse('additionIncomplete');

  const edits = readOperations(operations, withSources);
  return edits.ok ? { ok: true, value: { reasoning, edits: edits.value, raw } } : edits;
}

function isCompleteAddition(operation: Record<string, unknown>): boolean {
  return 'section' in operation && 'content' in operation;
}

function refuse(fault: ReplyFault): Readable<never> {
  return { ok: false, fault };
}
