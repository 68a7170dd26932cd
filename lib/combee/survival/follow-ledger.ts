import type { FactOf } from '@/lib/domain/ledger-entry';
import type { SurvivalThresholds } from '@/lib/domain/survival';
import type { FollowedIteration } from '@/lib/domain/survival-facts';
import { followRun } from './follow-run';
import { recordIterations } from './record-iterations';

/**
 * Insight survival of a run that did not follow its insights itself, from its ledger: by similarity, or by the ids that
 * stand in its edits. The same collector and the same follower as in the loop; only what the prompt was after an
 * iteration has to be worked out here.
 */
export interface SurvivalLedger {
  readonly seedText: string;
  /** The method keeps a pool: the prompt after an iteration is the one that the next one starts with. */
  readonly isSearch: boolean;
  readonly started: readonly FactOf<'iteration.started'>[];
  readonly reflections: readonly FactOf<'reflection.finished'>[];
  readonly shuffles: readonly FactOf<'shuffle.finished'>[];
  readonly groups: readonly FactOf<'group.aggregated'>[];
  readonly scans: readonly FactOf<'scan.combined'>[];
  readonly proposals: readonly FactOf<'candidate.proposed'>[];
  readonly closed: readonly FactOf<'iteration.closed'>[];
  readonly candidates: readonly FactOf<'candidate.created'>[];
  readonly measured: readonly FactOf<'heldOut.measured'>[];
}

/** One iteration at a time, for callers with other work between two: a long ledger takes seconds. */
export function* followSteps(
  ledger: SurvivalLedger,
  thresholds: SurvivalThresholds,
): Generator<FollowedIteration> {
  const recorder = recordIterations();
  const follower = followRun(thresholds);
  const told = [
    ...ledger.started,
    ...ledger.reflections,
    ...ledger.shuffles,
    ...ledger.groups,
    ...ledger.scans,
    ...ledger.proposals,
  ];
  const byIteration = new Map<number, typeof told>();
  for (const fact of told) {
    const own = byIteration.get(fact.data.iteration);
    if (own) own.push(fact);
    else byIteration.set(fact.data.iteration, [fact]);
  }
  const prompts = promptsOf(ledger);
  const order = [...ledger.closed].sort((a, b) => a.data.iteration - b.data.iteration);
  let next = 0;
  for (const closed of order) {
    const { iteration } = closed.data;
    // An iteration's map may begin before the one before it closes, so all up to here is told.
    for (; next <= iteration; next += 1)
      for (const { type, key, data } of byIteration.get(next) ?? [])
        recorder.record(type, key.slice(type.length + 1), data);
    recorder.record(closed.type, `${iteration}`, closed.data);
    const record = recorder.close(iteration, prompts(iteration));
    if (record !== null) yield follower.follow(record);
  }
}

/** The prompt before and after each iteration; where neither is known, nothing changed. */
function promptsOf(ledger: SurvivalLedger) {
  const textOf = new Map(ledger.candidates.map(({ data }) => [data.hash, data.text]));
  const startedWith = new Map(ledger.started.map(({ data }) => [data.iteration, data]));
  const created = new Map(ledger.candidates.map(({ key, data }) => [key, data.text]));
  const measuredAt = new Map(ledger.measured.map(({ data }) => [data.iteration, data.candidateHash]));
  const text = (hash: string | undefined) => (hash === undefined ? undefined : textOf.get(hash));
  return (iteration: number) => {
    const before = text(startedWith.get(iteration)?.candidateHash) ?? ledger.seedText;
    const next = startedWith.get(iteration + 1);
    const own = ledger.isSearch ? undefined : created.get(`candidate.created/${iteration}`);
    const later = next?.stale ? undefined : text(next?.candidateHash);
    return { before, after: own ?? later ?? text(measuredAt.get(iteration)) ?? before };
  };
}
