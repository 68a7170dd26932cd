/** Whether an iteration batched instead of learning, and the sentence that says so. */

/** From half of the group updates on: below that, most groups still bring something of their own. */
const COLLAPSED_SHARE_MIN = 0.5;

export function isCollapsed(collapsedShare: number | null): boolean {
  return collapsedShare !== null && collapsedShare >= COLLAPSED_SHARE_MIN;
}

/** Iterations are counted from 1 for people. */
export function collapseSentence(iteration: number, collapsedShare: number): string {
  const share = Math.round(collapsedShare * 100);
  return (
    `You are batching, not learning (iteration ${iteration + 1}): ${share} % of the group updates nearly repeat ` +
    'another one or what the candidate says already.'
  );
}
