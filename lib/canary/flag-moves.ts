import type { Flag, ServedPrompt, Split } from '@/lib/domain/flag';

/**
 * How the one pointer of a slot moves (W3). Each move is one row and one number; nothing is released or restarted. A
 * revert asks nothing of the data: while a split is on it ends the split, after a promotion it sets live := previous.
 * Reverting twice is reverting once. Whether a move is allowed is for `canary-moves`.
 */

/** A live step begins or widens: what is live stays so for everybody else. */
export function withSplit(flag: Flag, split: Split, configVersion: number): Flag {
  return { ...flag, split, isReverted: false, configVersion };
}

/** All of the traffic; what was live is kept for the way back. */
export function promoteTo(flag: Flag, prompt: ServedPrompt, configVersion: number): Flag {
  return { ...flag, live: prompt, previous: flag.live, split: null, isReverted: false, configVersion };
}

/** The prompt that an empty slot begins with: what the callers' code has served until now, so it comes after itself. */
export function beginWith(flag: Flag, prompt: ServedPrompt, configVersion: number): Flag {
  return { ...flag, live: prompt, previous: prompt, configVersion };
}

/** A live step is over without a promotion and without harm; the same flag where none is on. */
export function endSplit(flag: Flag, configVersion: number): Flag {
  return flag.split === null ? flag : { ...flag, split: null, configVersion };
}

/**
 * Whether there is something to take back. What was live before the last revert is never gone back to by another. Where
 * nothing was live before the promotion, the default in the callers' code comes back. Versions are told apart by their
 * ids: two may say the same to different models.
 */
export function isRevertible({ split, previous, live, isReverted }: Pointers): boolean {
  if (split !== null) return true;
  return !isReverted && live !== null && previous?.promptId !== live.promptId;
}

interface Pointers {
  readonly split: object | null;
  readonly live: Pick<ServedPrompt, 'promptId'> | null;
  readonly previous: Pick<ServedPrompt, 'promptId'> | null;
  readonly isReverted: boolean;
}

/** The same flag where there is nothing to take back. */
export function revertFlag(flag: Flag, configVersion: number): Flag {
  if (!isRevertible(flag)) return flag;
  const live = flag.split === null ? flag.previous : flag.live;
  return { ...flag, live, split: null, isReverted: true, configVersion };
}
