import { survivalBySize } from '@/lib/combee/batch-controller/survival-brake';
import { survivalBySeen } from '@/lib/combee/survival/survival-by-seen';
import {
  type InsightsNow,
  inPromptNow,
  insightsNow,
  survivalByAge,
} from '@/lib/combee/survival/survival-summary';
import { SURVIVAL_THRESHOLDS } from '@/lib/combee/survival/thresholds';
import type { InsightFateView, ReadSurvivalInput, RunSurvivalView } from '@/lib/contracts/survival';
import type { Actor } from '@/lib/domain/actor';
import { readInsightId } from '@/lib/domain/insight-id';
import { type FactOf, isFact } from '@/lib/domain/ledger-entry';
import type { InsightPlace } from '@/lib/domain/survival';
import type { FollowedInsight, FollowedIteration } from '@/lib/domain/survival-facts';
import { AppError } from '@/lib/errors/app-error';
import { readEntries } from '@/server/events/read-events';
import { readSeenShares } from '@/server/repositories/rollout-replies';
import { getRunRow } from '@/server/repositories/runs';
import { followedInsights } from './followed-insights';

/** Fates of a run's insights, with the texts of those on the requested page. */

const NOTE =
  'Counted are distinct new insights of the reflections that an iteration made itself, before duplication. Insights that the prompt said already, and those of reflections carried over from the iteration before, are followed but left out of the counts.';

export async function readSurvival(
  actor: Actor<'read'>,
  input: ReadSurvivalInput & { readonly runId: string },
): Promise<RunSurvivalView> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const manifest = row.manifest;
  const { iterations, stated, isWhole } = await followedInsights({
    id: row.id,
    lastSeq: row.lastSeq,
    manifest,
  });
  const now = insightsNow(iterations);
  const { embedderId, similarityMin, similarityMinClaimed } = manifest.survival ?? SURVIVAL_THRESHOLDS;
  const points = iterations.map(({ iteration, size, wentIn, level2: survived }) => ({
    iteration,
    size,
    wentIn,
    survived,
  }));
  return {
    runId: row.id,
    practice: Object.values(manifest.models).some(({ practice }) => practice),
    ids: manifest.survival?.ids ?? false,
    stated,
    isWhole,
    embedderId,
    similarityMin,
    similarityMinClaimed,
    floor: manifest.batch.kind === 'dynamic' ? (manifest.batch.survivalFloor ?? null) : null,
    note: NOTE,
    iterations: iterations.map((one) => iterationView(one, now)),
    bySize: [...survivalBySize(points)],
    byAge: [...survivalByAge(iterations)],
    bySeen: manifest.agent === undefined ? [] : [...survivalBySeen(iterations, await readSeenShares(row.id))],
    ...(await fatesPage(row.id, input, { iterations, now })),
  };
}

function iterationView(one: FollowedIteration, now: InsightsNow): RunSurvivalView['iterations'][number] {
  const { iteration, size, wentIn, level1, level2, inPrompt, byId, bySimilarity } = one;
  const { claimedNotFound, carriedReflections, known, withoutInsights } = one;
  const counts = { wentIn, level1, level2, inPrompt, inPromptNow: inPromptNow(one, now) };
  return {
    iteration,
    size,
    ...counts,
    byId,
    bySimilarity,
    claimedNotFound,
    carriedReflections,
    known,
    withoutInsights,
  };
}

interface Followed {
  readonly iterations: readonly FollowedIteration[];
  readonly now: InsightsNow;
}

interface PlacedInsight {
  readonly iteration: number;
  readonly insight: FollowedInsight;
  readonly place: InsightPlace;
}

async function fatesPage(
  runId: string,
  { place, iteration, limit, cursor }: ReadSurvivalInput,
  { iterations, now }: Followed,
): Promise<Pick<RunSurvivalView, 'fates' | 'nextCursor'>> {
  const from = offsetOf(cursor);
  const wanted = [...iterations]
    .reverse()
    .filter((one) => iteration === undefined || one.iteration === iteration)
    .flatMap((one) =>
      one.insights.map((insight) => ({
        iteration: one.iteration,
        insight,
        place: placeNow(insight, now),
      })),
    )
    .filter((one) => isWanted(one, place));
  const page = wanted.slice(from, from + limit);
  const words = await wordsOf(
    runId,
    page.map((one) => one.insight.id),
    iterations,
  );
  return {
    fates: page.map((one) => fateView(one, words, now)),
    nextCursor: from + limit < wanted.length ? String(from + limit) : null,
  };
}

export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new AppError(
    'INPUT_INVALID',
    'This cursor does not come from the list: leave it out to begin anew.',
    {
      fields: [{ path: 'query.cursor', message: 'Not a cursor of this list.' }],
    },
  );
}

export function placeNow({ id, place }: FollowedInsight, now: InsightsNow): InsightPlace {
  if (now.returnedAt.has(id)) return 'prompt';
  return now.removedAt.has(id) ? 'removed' : place;
}

/** Filters by place; an insight that the prompt had already does not count as lost. */
function isWanted({ place, insight }: PlacedInsight, wanted: ReadSurvivalInput['place']): boolean {
  if (wanted === undefined) return true;
  return wanted === 'lost' ? place !== 'prompt' && !insight.known : place === wanted;
}

type Words = ReadonlyMap<string, { readonly exampleId: string; readonly text: string }>;

/** Texts stand in the reflections; only those of the iterations on this page are read. */
async function wordsOf(
  runId: string,
  ids: readonly string[],
  iterations: readonly FollowedIteration[],
): Promise<Words> {
  const parts = ids.flatMap((id) => readInsightId(id) ?? []);
  const own = [...new Set(parts.map(({ iteration }) => iteration))];
  // A carried reflection is stored with the iteration before, under another ordinal.
  const carrying = own.filter((one) =>
    iterations.some(({ iteration, carriedReflections }) => iteration === one && carriedReflections > 0),
  );
  const sources = [...new Set([...own, ...carrying.map((one) => one - 1)])];
  const facts = (await Promise.all(sources.map((one) => reflectionsOf(runId, one)))).flat();
  const closed = await Promise.all(carrying.map((one) => lateOf(runId, one - 1)));
  const byPlace = new Map(facts.map(({ data }) => [`${data.iteration}.${data.ordinal}`, data]));
  const found = new Map<string, { readonly exampleId: string; readonly text: string }>();
  for (const { iteration, ordinal, index } of parts) {
    const size = iterations.find((one) => one.iteration === iteration)?.size ?? 0;
    const late = closed.find((one) => one.iteration === iteration - 1)?.late ?? [];
    const isCarried = ordinal >= size && ordinal - size < late.length;
    const key = isCarried ? `${iteration - 1}.${late[ordinal - size]}` : `${iteration}.${ordinal}`;
    const reflection = byPlace.get(key);
    if (reflection === undefined) continue;
    const { exampleId, insights, text } = reflection;
    found.set(`i${iteration}.${ordinal}.${index}`, { exampleId, text: insights[index] ?? text });
  }
  return found;
}

const REFLECTIONS_MAX = 20_000;

async function reflectionsOf(runId: string, iteration: number): Promise<FactOf<'reflection.finished'>[]> {
  const filter = { type: 'reflection.finished', iteration };
  const entries = await readEntries(runId, 0, { limit: REFLECTIONS_MAX, filter });
  return entries.filter(isFact('reflection.finished'));
}

async function lateOf(runId: string, iteration: number) {
  const filter = { type: 'iteration.closed', iteration };
  const entries = await readEntries(runId, 0, { limit: 1, filter });
  const entry = entries.find(isFact('iteration.closed'));
  return { iteration, late: entry?.data.late ?? [] };
}

export function fateView(
  { iteration, insight, place }: PlacedInsight,
  words: Words,
  now: InsightsNow,
): InsightFateView {
  const { id, alsoIds = [], by, likeness, groups, line, cause, claimedNotFound, carried, known } = insight;
  const said = words.get(id);
  return {
    id,
    alsoIds: [...alsoIds],
    iteration,
    exampleId: said?.exampleId ?? null,
    text: said?.text ?? null,
    place,
    by,
    likeness: likeness ?? null,
    groups: [...groups],
    line: line ?? null,
    cause: cause ?? null,
    removedAt: now.removedAt.get(id) ?? null,
    claimedNotFound: claimedNotFound ?? false,
    carried: carried ?? false,
    known: known ?? false,
  };
}
