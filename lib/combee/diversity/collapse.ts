/** Whether an iteration batched instead of learning. */

/** From half of the group updates on: below that, most groups still bring something of their own. */
const COLLAPSED_SHARE_MIN = 0.5;

export function isCollapsed(collapsedShare: number | null): boolean {
  return collapsedShare !== null && collapsedShare >= COLLAPSED_SHARE_MIN;
}
