import type { Actor } from '@/lib/domain/actor';

/**
 * A state of the product that somebody wants to look at, made on demand in a workspace that is there. Everything that a
 * scenario makes says in its name that it was seeded, and is found again by that name.
 */
export interface Scenario {
  readonly name: string;
  /** What there is to see afterwards. */
  readonly about: string;
  /** What is there of it; none = it was not seeded, or was cleared. */
  pages(actor: Actor): Promise<readonly SeededPage[]>;
  make(ground: SeedGround): Promise<void>;
  /** Takes its own rows away, or puts them out of sight where they are never deleted. */
  clear(actor: Actor<'administer'>): Promise<void>;
  /** Of one that is big: the same in small. Its name stays, for it stands in the big one's place. */
  ofPortion?(share: number): Scenario;
}

export interface SeededPage {
  readonly title: string;
  readonly path: string;
}

/** What a scenario works with beside the services. */
export interface SeedGround {
  readonly actor: Actor<'administer'>;
  readonly tell: (sentence: string) => void;
  /** Sees to it that somebody carries the queue until this holds. */
  readonly carryUntil: (isOver: () => Promise<boolean>) => Promise<void>;
}
