/**
 * MT19937 (Matsumoto and Nishimura, 1998): 624 words of state, 32 bits a draw. Kept for one purpose: to repeat the
 * draws of programs that were written on it. Our own streams come from seeded-rng.
 */
const N = 624;
const M = 397;
const UPPER = 0x80000000;
const LOWER = 0x7fffffff;

export interface MersenneTwister {
  /** The next 32 bits, unsigned. */
  nextWord(): number;
}

/** Seeded by a list of 32-bit words ("init_by_array"). An empty list counts as [0]. */
export function mersenneTwister(key: readonly number[]): MersenneTwister {
  const state = initialState(key.length === 0 ? [0] : key);
  let index = N;
  return {
    nextWord() {
      if (index >= N) {
        regenerate(state);
        index = 0;
      }
      let y = state[index] ?? 0;
      index += 1;
      // Tempering: spreads the state's linear structure over all bits.
      y ^= y >>> 11;
      y ^= (y << 7) & 0x9d2c5680;
      y ^= (y << 15) & 0xefc60000;
      y ^= y >>> 18;
      return y >>> 0;
    },
  };
}

function initialState(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(N);
  const word = (index: number) => state[index] ?? 0;
  const mixed = (index: number) => word(index - 1) ^ (word(index - 1) >>> 30);
  state[0] = 19650218;
  for (let i = 1; i < N; i += 1) state[i] = Math.imul(1812433253, mixed(i)) + i;
  let i = 1;
  let j = 0;
  const advance = () => {
    i += 1;
    if (i >= N) {
      state[0] = word(N - 1);
      i = 1;
    }
  };
  for (let step = Math.max(N, key.length); step > 0; step -= 1) {
    state[i] = (word(i) ^ Math.imul(mixed(i), 1664525)) + (key[j] ?? 0) + j;
    advance();
    j = (j + 1) % key.length;
  }
  for (let step = N - 1; step > 0; step -= 1) {
    state[i] = (word(i) ^ Math.imul(mixed(i), 1566083941)) - i;
    advance();
  }
  state[0] = UPPER;
  return state;
}

/** All 624 words anew, in place; word k needs k+1 and k+397. */
function regenerate(state: Uint32Array): void {
  for (let k = 0; k < N; k += 1) {
    const y = ((state[k] ?? 0) & UPPER) | ((state[(k + 1) % N] ?? 0) & LOWER);
    state[k] = (state[(k + M) % N] ?? 0) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
  }
}
