import type { GepaSettings } from '@/lib/domain/method-settings';

/**
 * Which components of a candidate the next proposal rewrites: all of them, or one after the other by a pointer that
 * each candidate has for itself. A child goes on where its parents are, at the furthest of them.
 */
export interface ComponentPointers {
  /** By the parent's number in the pool; a rewrite moves its pointer on, whatever becomes of the child. */
  next(parent: number): readonly string[];
  enter(child: number, parents: readonly number[]): void;
}

export function componentPointers(
  names: readonly string[],
  rule: GepaSettings['components'],
): ComponentPointers {
  const pointers = new Map<number, number>();
  const pointerOf = (index: number) => pointers.get(index) ?? 0;
  return {
    next(parent) {
      if (rule === 'all') return names;
      const pointer = pointerOf(parent);
      pointers.set(parent, (pointer + 1) % names.length);
      return names.slice(pointer, pointer + 1);
    },
    enter: (child, parents) => {
      pointers.set(child, Math.max(0, ...parents.map(pointerOf)));
    },
  };
}
