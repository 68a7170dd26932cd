import { WHOLE_TEXT } from '@/lib/domain/components';
import { describePrompt } from '@/lib/methods/prompting/describe-prompt';
import type { SearchTools } from '@/lib/methods/search';
import { measure } from '@/lib/stats/mean-interval';
import { mean } from '@/lib/stats/summary';
import type { LoopState } from './loop-state';
import { undominated } from './pareto';
import { bestMember, meansOf, type Pool, type PoolMember, poolFronts } from './pool';
import { candidateOf, type HostLog, selectionOf } from './search-host';
import type { ProposalReport, StepReport } from './step-report';

/**
 * Facts of a search in the ledger: each proposal and its result, each newcomer, and the current pool. Stated after
 * the step and in the order of the proposals, so that arrival decides nothing of it. Candidates are known by hash
 * there and by number in the pool; this file is where the one becomes the other.
 */
export function emitStep(tools: SearchTools, state: LoopState, told: Told): void {
  const { report, log } = told;
  for (const one of report.proposals) emitProposal(tools, state.pool, one);
  const entered = report.proposals.flatMap(({ member }) => member ?? []);
  if (entered.length === 0) return;
  for (const member of entered) emitSelected(tools, member, log);
  emitFrontier(tools, state.pool);
}

export interface Told {
  readonly report: StepReport;
  readonly log: HostLog;
}

/** States the seed's measurement; the seed is in the pool from the start, without a proposal. */
export function emitSeed(tools: SearchTools, state: LoopState, log: HostLog): void {
  const [seed] = state.pool.members;
  if (seed === undefined || seed.scores.size === 0) return;
  emitSelected(tools, seed, log);
  emitFrontier(tools, state.pool);
}

/** Key: iteration and proposal. The newcomer of proposal 0 has the key of an iteration without a search. */
function emitProposal(tools: SearchTools, pool: Pool, report: ProposalReport): void {
  const { iteration } = tools;
  const { proposal, how, names, child, before, after, examples, member, reason } = report;
  const candidate = child === null ? null : candidateOf(child);
  const parentHashes = hashesOf(pool, report.parents);
  tools.emit('candidate.proposed', `${iteration}/${proposal}`, {
    iteration,
    proposal,
    how,
    parentHashes,
    hash: candidate?.hash ?? null,
    text: candidate?.text ?? null,
    components: names.filter((name) => name !== WHOLE_TEXT),
    parentScore: after === null ? null : (mean(before) ?? null),
    childScore: after === null ? null : (mean(after) ?? null),
    examples: examples.length,
    accepted: member !== null,
    reason,
  });
  if (candidate === null || member === null) return;
  tools.emit('candidate.created', proposal === 0 ? `${iteration}` : `${iteration}/p${proposal}`, {
    iteration,
    hash: candidate.hash,
    // A merge has two parents; its proposal records both.
    parentHash: parentHashes[0] ?? candidate.hash,
    text: candidate.text,
    ...describePrompt(candidate),
    applied: Math.max(1, names.length),
    ignored: 0,
  });
}

/** The measurement that parents and the best one are chosen by, example by example. */
function emitSelected(tools: SearchTools, member: PoolMember, { failures }: HostLog): void {
  const { iteration } = tools;
  const { hash } = candidateOf(member.components);
  const selection = selectionOf(tools);
  tools.emit('candidate.selected', `${iteration}/${hash}`, {
    iteration,
    candidateHash: hash,
    score: measure([...member.scores.values()]),
    exampleIds: [...member.scores.keys()].flatMap((position) => selection[position]?.id ?? []),
    scores: [...member.scores.values()],
    failures: failures.get(hash) ?? 0,
  });
}

/** Stated only after a newcomer: nothing else changes a pool. Grows with the pool, a line a candidate. */
function emitFrontier(tools: SearchTools, pool: Pool): void {
  const { iteration } = tools;
  const fronts = poolFronts(pool);
  const kept = undominated(fronts, meansOf(pool));
  const [bestHash = ''] = hashesOf(pool, [bestMember(pool).index]);
  tools.emit('frontier.updated', `${iteration}`, {
    iteration,
    bestHash,
    pool: pool.members.map((member) => ({
      hash: candidateOf(member.components).hash,
      parentHashes: hashesOf(pool, member.parents),
      mean: member.mean,
      fronts: fronts.filter((front) => front.has(member.index)).length,
      undominated: kept.includes(member.index),
    })),
  });
}

const hashesOf = (pool: Pool, indices: readonly number[]): readonly string[] =>
  indices.flatMap((index) => {
    const member = pool.members[index];
    return member === undefined ? [] : [candidateOf(member.components).hash];
  });
