import type { Edit } from '@/lib/domain/edit';
import { readInsightIds } from '@/lib/methods/prompting/insight-ids';
import type { Readable } from '@/lib/methods/prompting/readable';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';

/**
 * Operations as they stand in a reply, as edits. One without a type, or with a part of the wrong kind, spoils the
 * whole list: a list that is half understood is not adopted. Types that are not ours (or not in capitals) are left
 * out, as the published code does; left-out parts of an addition default to the general section and an empty text.
 * An update without a text changes nothing, and a merge without one keeps the text of its first bullet.
 */
export function readOperations(operations: readonly unknown[], withSources = false): Readable<Edit[]> {
  const edits: Edit[] = [];
  for (const operation of operations) {
    if (!isRecord(operation)) return { ok: false, fault: 'operationNoObject' };
    if (!('type' in operation)) return { ok: false, fault: 'operationNoType' };
    const edit = editOf(operation);
    if (edit === 'malformed') return { ok: false, fault: 'operationNoText' };
    if (edit !== null) edits.push(withSources ? sourced(edit, operation.from) : edit);
  }
  return { ok: true, value: edits };
}

function editOf(operation: Record<string, unknown>): Edit | 'malformed' | null {
  const { type, section = 'general', content = '', bullet_id: bulletId, source_ids: bulletIds } = operation;
  switch (type) {
    case 'ADD':
      return isText(section) && isText(content) ? { type: 'add', section, content } : 'malformed';
    case 'UPDATE':
      return isText(bulletId) && isText(content) && content !== ''
        ? { type: 'update', bulletId, content }
        : null;
    case 'MERGE':
      return mergeOf(bulletIds, content ?? '');
    case 'DELETE':
    case 'REMOVE':
      return isText(bulletId) ? { type: 'remove', bulletId } : null;
    default:
      return null;
  }
}

function mergeOf(bulletIds: unknown, content: unknown): Edit | null {
  return isTextList(bulletIds) && isText(content) ? { type: 'merge', bulletIds, content } : null;
}

/** Whose insights it was made of, where the run asks for that. */
function sourced(edit: Edit, raw: unknown): Edit {
  const from = readInsightIds(raw);
  return edit.type === 'remove' || from.length === 0 ? edit : { ...edit, from };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}
