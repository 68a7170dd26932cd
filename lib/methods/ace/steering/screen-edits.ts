import type { Edit } from '@/lib/domain/edit';
import type { InsightSteering } from '@/lib/domain/insight-steering';
import { fingerprintOf, isNearIdentical } from '@/lib/methods/prompting/near-identical';
import { bannedBy } from './hold-lines';

/**
 * The edits of a curator that steering lets through. An edit that would write a banned text falls away. A pinned line
 * is not removed; a rewording or merge of it becomes an addition, so that what it teaches is not lost, unless it
 * repeats the pinned text.
 */
export function screenEdits(edits: readonly Edit[], { pinned, banned }: InsightSteering): Edit[] {
  const isBanned = bannedBy(banned);
  const pins = new Map(pinned.map(({ bulletId, content }) => [bulletId, fingerprintOf(content)]));
  const asAddition = ({ content, from }: Extract<Edit, { type: 'update' | 'merge' }>): Edit[] => {
    const own = fingerprintOf(content);
    if (content.trim() === '' || [...pins.values()].some((pin) => isNearIdentical(pin, own))) return [];
    return [{ type: 'add', section: OTHERS, content, ...(from === undefined ? {} : { from }) }];
  };
  return edits.flatMap((edit): Edit[] => {
    if (edit.type === 'remove') return pins.has(edit.bulletId) ? [] : [edit];
    if (isBanned(null, edit.content)) return [];
    if (edit.type === 'update') return pins.has(edit.bulletId) ? asAddition(edit) : [edit];
    if (edit.type === 'add' || !edit.bulletIds.some((id) => pins.has(id))) return [edit];
    const bulletIds = edit.bulletIds.filter((id) => !pins.has(id));
    return bulletIds.length < 2 ? asAddition(edit) : [{ ...edit, bulletIds }];
  });
}

const OTHERS = 'OTHERS';
