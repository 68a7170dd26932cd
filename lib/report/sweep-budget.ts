/**
 * Which cells of a sweep start now, and why the others do not. A decision made of numbers: it is taken inside one
 * transaction that holds the sweep, so nothing that it counts can change before the cells are there.
 *
 *     room = budget - charged - sum of the caps of what is going
 *
 * A cell starts with hard caps equal to its reserve, and only where the room covers them; its run can then never use
 * more (lib/engine/limits/budget), so charged + caps never passes the budget, whatever the runs do. Knows nothing of runs
 * beyond these numbers.
 */
import type { Budget } from '@/lib/domain/spend';
import { NO_SWEEP_AMOUNT, SWEEP_AMOUNT_KINDS, type SweepAmount, type SweepBudget } from '@/lib/domain/sweep';

/** A cell that has not started, in the order in which cells start. */
export interface WaitingCell {
  readonly id: string;
  readonly reserve: SweepAmount;
  /** Null = nothing to reckon with. */
  readonly expectedMs: number | null;
}

export interface SweepStepInput {
  readonly waiting: readonly WaitingCell[];
  /** Caps of the runs that have not ended: all of it may still be used. */
  readonly live: readonly SweepAmount[];
  /** Usage of ended runs. */
  readonly charged: SweepAmount;
  readonly budget: SweepBudget;
  /** Budget of the experiment itself: a cell's caps never exceed it. */
  readonly own: Budget;
  readonly concurrent: number;
  /** Milliseconds until the sweep's deadline; null = none. */
  readonly msLeft: number | null;
}

export interface SweepStep {
  readonly start: readonly { readonly id: string; readonly caps: Budget }[];
  /** Why each of the others has not started. */
  readonly waits: readonly { readonly id: string; readonly reason: string }[];
  /** Nothing goes and nothing of what waits can ever start. */
  readonly over: boolean;
}

/** The shortest deadline that a run takes. */
const WALL_MS_MIN = 1000;

export function planSweepStep(input: SweepStepInput): SweepStep {
  const start: { id: string; caps: Budget }[] = [];
  const waits: { id: string; reason: string }[] = [];
  let taken = input.live.reduce(addSweepAmounts, NO_SWEEP_AMOUNT);
  let blocked: string | null = null;
  for (const cell of input.waiting) {
    const never = whyNever(input, cell);
    const going = input.live.length + start.length;
    if (never !== null) waits.push({ id: cell.id, reason: never });
    else if (blocked !== null) waits.push({ id: cell.id, reason: blocked });
    else if (going >= input.concurrent) {
      blocked = `It waits for its turn: ${going === 1 ? '1 run is' : `${going} runs are`} going, and no more go at once.`;
      waits.push({ id: cell.id, reason: blocked });
    } else if (lacking(roomOf(input, taken), cell.reserve) !== null) {
      // Live runs may give room back. A smaller cell must not overtake: it would take that room away.
      blocked =
        'It waits until the runs that go have ended: what they may still use is not free, and the rest does not cover its reserve.';
      waits.push({ id: cell.id, reason: blocked });
    } else {
      const caps = capsOf(input, cell);
      start.push({ id: cell.id, caps });
      taken = addSweepAmounts(taken, cell.reserve);
    }
  }
  return { start, waits, over: start.length === 0 && input.live.length === 0 };
}

/** Why a cell can never start, even with no other run live: room never exceeds budget - charged. Null = it can. */
function whyNever(input: SweepStepInput, { reserve, expectedMs }: WaitingCell): string | null {
  const { msLeft } = input;
  if (msLeft !== null && msLeft < WALL_MS_MIN) return 'The time of the sweep is over.';
  if (msLeft !== null && expectedMs !== null && expectedMs > msLeft) {
    return `It is expected to take ${seconds(expectedMs)}, and ${seconds(msLeft)} of the sweep's time are left.`;
  }
  const room = roomOf(input, NO_SWEEP_AMOUNT);
  const kind = lacking(room, reserve);
  if (kind === null) return null;
  return `What is left of the budget (${said(kind, Math.max(0, room[kind]))}) does not cover its reserve (${said(kind, reserve[kind])}).`;
}

function roomOf({ budget, charged }: SweepStepInput, taken: SweepAmount): SweepAmount {
  const left = (kind: keyof SweepAmount) =>
    (budget[kind] ?? Number.POSITIVE_INFINITY) - charged[kind] - taken[kind];
  return { usd: left('usd'), tokens: left('tokens'), rollouts: left('rollouts') };
}

const lacking = (room: SweepAmount, reserve: SweepAmount) =>
  SWEEP_AMOUNT_KINDS.find((kind) => reserve[kind] > room[kind]) ?? null;

/** Only what the sweep caps is capped for its cells; a run that trains nothing has no rollouts to cap. */
function capsOf({ budget, own, msLeft }: SweepStepInput, { reserve }: WaitingCell): Budget {
  const cap = (kind: keyof SweepAmount) =>
    budget[kind] === null || reserve[kind] === 0 ? own[kind] : lower(own[kind], reserve[kind]);
  return {
    ...own,
    usd: cap('usd'),
    tokens: cap('tokens'),
    rollouts: cap('rollouts'),
    wallMs: msLeft === null ? own.wallMs : lower(own.wallMs, Math.max(WALL_MS_MIN, Math.floor(msLeft))),
  };
}

const lower = (a: number | null, b: number) => (a === null ? b : Math.min(a, b));

export const addSweepAmounts = (a: SweepAmount, b: SweepAmount): SweepAmount => ({
  usd: a.usd + b.usd,
  tokens: a.tokens + b.tokens,
  rollouts: a.rollouts + b.rollouts,
});

function said(kind: keyof SweepAmount, amount: number): string {
  if (kind === 'usd') return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
  return `${Math.floor(amount).toLocaleString('en-US')} ${kind === 'tokens' ? 'tokens' : 'training rollouts'}`;
}

const seconds = (ms: number) => `${Math.ceil(ms / 1000).toLocaleString('en-US')} s`;
