import { invariant } from '@/lib/errors/invariant';
import { mersenneTwister } from './mersenne-twister';

/**
 * CPython's `random.Random`, draw for draw, so that runs recorded from Python programs (Combee's reference shuffle,
 * GEPA) can be repeated exactly. Not used for our own plans: those take seeded-rng, whose streams fork by label.
 */
export class PythonRandom {
  private readonly words: { nextWord(): number };
  private heldGauss: number | undefined;

  /** The seed as an integer of any size; its sign is dropped, as in Python. */
  constructor(seed: string | number | bigint) {
    this.words = mersenneTwister(wordsOf(BigInt(seed)));
  }

  /** Uniform in [0, 1) with 53 bits: (a * 2^26 + b) / 2^53 from the upper 27 and 26 bits of two draws. */
  random(): number {
    const a = this.words.nextWord() >>> 5;
    const b = this.words.nextWord() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  /** `count` random bits, lowest word first. */
  getrandbits(count: number): bigint {
    let bits = 0n;
    for (let drawn = 0; drawn < count; drawn += 32) {
      const left = count - drawn;
      const word = left >= 32 ? this.words.nextWord() : this.words.nextWord() >>> (32 - left);
      bits |= BigInt(word) << BigInt(drawn);
    }
    return bits;
  }

  /** Uniform integer in [0, limit), by rejection. */
  randrange(limit: number): number {
    invariant(
      Number.isSafeInteger(limit) && limit > 0,
      'A range to draw from must hold at least one number.',
      {
        limit,
      },
    );
    const bits = limit.toString(2).length;
    let drawn = Number(this.getrandbits(bits));
    while (drawn >= limit) drawn = Number(this.getrandbits(bits));
    return drawn;
  }

  /** Uniform integer in [low, high], both included. */
  randint(low: number, high: number): number {
    return low + this.randrange(high - low + 1);
  }

  uniform(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  choice<T>(elements: readonly T[]): T {
    return elements[this.randrange(elements.length)] as T;
  }

  /** Fisher-Yates from the end; a new array. */
  shuffled<T>(elements: readonly T[]): T[] {
    const out = [...elements];
    for (let last = out.length - 1; last > 0; last -= 1) {
      const pick = this.randrange(last + 1);
      [out[last], out[pick]] = [out[pick] as T, out[last] as T];
    }
    return out;
  }

  /** `count` different elements in drawn order. Python picks one of two algorithms by size; so must we. */
  sample<T>(elements: readonly T[], count: number): T[] {
    const n = elements.length;
    invariant(count >= 0 && count <= n, 'A sample cannot be larger than what it is taken from.', {
      n,
      count,
    });
    // 21 = size of a small set there; beyond five elements the table grows to 4^ceil(log4(3 count)).
    const tableSize = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
    return n <= tableSize ? this.sampleFromPool(elements, count) : this.sampleByRejection(elements, count);
  }

  /** `count` draws with replacement, weighted. */
  choices<T>(elements: readonly T[], weights: readonly number[], count: number): T[] {
    let total = 0;
    const cumulative = weights.map((weight) => (total += weight));
    invariant(
      weights.length === elements.length && total > 0,
      'Weights must match and sum to more than zero.',
    );
    return Array.from({ length: count }, () => {
      const point = this.random() * total;
      const index = cumulative.findIndex((bound) => point < bound);
      return elements[index < 0 ? elements.length - 1 : index] as T;
    });
  }

  /** Normal deviate by Box-Muller, two at a time. */
  gauss(mu: number, sigma: number): number {
    let z = this.heldGauss;
    this.heldGauss = undefined;
    if (z === undefined) {
      const angle = this.random() * 2 * Math.PI;
      const radius = Math.sqrt(-2 * Math.log(1 - this.random()));
      z = Math.cos(angle) * radius;
      this.heldGauss = Math.sin(angle) * radius;
    }
    return mu + z * sigma;
  }

  private sampleFromPool<T>(elements: readonly T[], count: number): T[] {
    const pool = [...elements];
    return Array.from({ length: count }, (_, taken) => {
      const pick = this.randrange(pool.length - taken);
      const element = pool[pick] as T;
      // The last one not yet taken fills the gap.
      pool[pick] = pool[pool.length - taken - 1] as T;
      return element;
    });
  }

  private sampleByRejection<T>(elements: readonly T[], count: number): T[] {
    const taken = new Set<number>();
    while (taken.size < count) taken.add(this.randrange(elements.length));
    return [...taken].map((index) => elements[index] as T);
  }
}

/** |seed| as 32-bit words, lowest first; 0 is one word. */
function wordsOf(seed: bigint): number[] {
  const words: number[] = [];
  for (let rest = seed < 0n ? -seed : seed; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  return words.length === 0 ? [0] : words;
}
