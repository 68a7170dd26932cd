import type { Actor } from '@/lib/domain/actor';

/**
 * A state of the product to look at, made on demand in an existing workspace. Everything that a scenario
 * makes is marked as seeded in its name, and is found again by that name.
 */
export interface Scenario {
  readonly name: string;
  /** One sentence about the result. */
  readonly about: string;
  /** The scenario's pages; none = not seeded, or cleared. */
  pages(actor: Actor): Promise<readonly SeededPage[]>;
  make(ground: SeedGround): Promise<void>;
  /** Deletes its rows, or archives those that are never deleted. */
  clear(actor: Actor<'administer'>): Promise<void>;
  /** A smaller version of a large scenario, under the same name, which replaces the large one. */
  ofPortion?(share: number): Scenario;
}

export interface SeededPage {
  readonly title: string;
  readonly path: string;
}

/** Everything that a scenario uses in addition to the services. */
export interface SeedGround {
  readonly actor: Actor<'administer'>;
  readonly tell: (sentence: string) => void;
  /** Ensures that a worker carries the queue until this holds. */
  readonly carryUntil: (isOver: () => Promise<boolean>) => Promise<void>;
}
