import { type InsightsNow, insightsNow } from '@/lib/combee/survival/survival-summary';
import type { InsightTrail, ListInsightsInput, ReflectedOn } from '@/lib/contracts/provenance';
import type { Actor } from '@/lib/domain/actor';
import { readInsightId } from '@/lib/domain/insight-id';
import type { RunManifest } from '@/lib/domain/manifest';
import type { FollowedInsight, FollowedIteration } from '@/lib/domain/survival-facts';
import { lateReflections, reflectionsAt } from '@/server/repositories/reflections';
import { getRunRow } from '@/server/repositories/runs';
import { followedInsights } from './followed-insights';
import { fateView, offsetOf, placeNow } from './read-survival';

/**
 * Insights with both ends of their way: the reflections and rollouts that they came from, and the line that they became.
 * Asked by iteration, by reflection or by line; newest iteration first.
 */
interface Placed {
  readonly iteration: number;
  readonly insight: FollowedInsight;
}

/** A reflection by the iteration that made it and its ordinal there. */
interface Place {
  readonly iteration: number;
  readonly ordinal: number;
}

type PlaceOf = (id: string) => Place | null;

interface InsightPage {
  readonly items: InsightTrail[];
  readonly nextCursor: string | null;
  readonly isWhole: boolean;
  readonly note: string | null;
}

export async function listInsights(
  actor: Actor<'read'>,
  input: ListInsightsInput & { readonly runId: string },
): Promise<InsightPage> {
  const row = await getRunRow(actor.workspaceId, input.runId);
  const manifest = row.manifest;
  const run = { id: row.id, lastSeq: row.lastSeq, manifest };
  const { iterations, isWhole } = await followedInsights(run);
  const placeOf = await placesOf(row.id, iterations);
  const from = offsetOf(input.cursor);
  const wanted = [...iterations]
    .reverse()
    .flatMap(({ iteration, insights }) => insights.map((insight) => ({ iteration, insight })))
    .filter((one) => isWanted(one, input, placeOf));
  const page = wanted.slice(from, from + input.limit);
  return {
    items: await trailsOf(row.id, page, { placeOf, now: insightsNow(iterations) }),
    nextCursor: from + input.limit < wanted.length ? String(from + input.limit) : null,
    isWhole,
    note: isWhole ? noteOf(manifest, iterations) : RECKONING,
  };
}

/** A reflection that came too late was read one iteration later, under an ordinal behind that iteration's own. */
async function placesOf(runId: string, iterations: readonly FollowedIteration[]): Promise<PlaceOf> {
  const carrying = iterations.filter(({ carriedReflections }) => carriedReflections > 0);
  const late = await lateReflections(
    runId,
    carrying.map(({ iteration }) => iteration - 1),
  );
  const sizes = new Map(carrying.map(({ iteration, size }) => [iteration, size]));
  return (id) => {
    const parts = readInsightId(id);
    if (parts === null) return null;
    const { iteration, ordinal } = parts;
    const behind = ordinal - (sizes.get(iteration) ?? Number.POSITIVE_INFINITY);
    const origin = behind < 0 ? undefined : late.get(iteration - 1)?.[behind];
    return origin === undefined ? { iteration, ordinal } : { iteration: iteration - 1, ordinal: origin };
  };
}

const idsOf = ({ id, alsoIds = [] }: FollowedInsight) => [id, ...alsoIds];

function isWanted(
  { iteration, insight }: Placed,
  asked: Pick<ListInsightsInput, 'iteration' | 'ordinal' | 'line'>,
  placeOf: PlaceOf,
): boolean {
  if (asked.line !== undefined && insight.line !== asked.line) return false;
  if (asked.ordinal === undefined) return asked.iteration === undefined || asked.iteration === iteration;
  return idsOf(insight).some((id) => {
    const place = placeOf(id);
    return place?.ordinal === asked.ordinal && place?.iteration === (asked.iteration ?? iteration);
  });
}

async function trailsOf(
  runId: string,
  page: readonly Placed[],
  { placeOf, now }: { readonly placeOf: PlaceOf; readonly now: InsightsNow },
): Promise<InsightTrail[]> {
  const places = page.flatMap(({ insight }) => idsOf(insight).flatMap((id) => placeOf(id) ?? []));
  const known = await reflectionsAt(runId, places);
  const at = ({ iteration, ordinal }: Place) => known.get(`${iteration}/${ordinal}`);
  return page.map(({ iteration, insight }) => {
    const own = placeOf(insight.id);
    const said = own && at(own);
    const text = said && (said.insights[readInsightId(insight.id)?.index ?? 0] ?? said.text);
    const words = new Map(said ? [[insight.id, { exampleId: said.exampleId, text: text ?? '' }]] : []);
    const reflections = idsOf(insight).flatMap((id): readonly ReflectedOn[] => {
      const place = placeOf(id);
      const found = place && at(place);
      return found ? [{ ...place, exampleId: found.exampleId, rolloutSeq: found.rolloutSeq }] : [];
    });
    return { ...fateView({ iteration, insight, place: placeNow(insight, now) }, words, now), reflections };
  });
}

const RECKONING =
  'What became of the insights of this long run is being reckoned; it shows here by itself in a moment.';

function noteOf({ method }: RunManifest, iterations: readonly FollowedIteration[]): string | null {
  const followed = iterations.some(({ insights }) => insights.length > 0);
  if (!followed && iterations.some(({ withoutInsights }) => withoutInsights > 0))
    return 'The reflections of this method name no insight: it hands the aggregator what happened and leaves the wording to it, so no line can be led back to one reflection.';
  if (method.name !== 'ace')
    return 'This method rewrites its prompt, so a line is told by similarity in the version of its own iteration, and its number may be another in later versions.';
  return null;
}
