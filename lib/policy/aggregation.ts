import { type AggregationKind, type AggregationSettings, condenses } from '@/lib/domain/manifest';
import { AppError } from '@/lib/errors/app-error';

/**
 * Groups, a second level and a plan for both belong to Combee. An arm with one aggregator call would leave such
 * settings unheeded, and its report would name what never happened. (The naive arm always took them without heeding
 * them: serial baselines are made from Combee's settings.)
 *
 * @throws AppError CONFIG_INVALID
 */
export function assertAggregation(
  settings: Pick<AggregationSettings, 'kind' | 'groups' | 'reducer' | 'grouping'>,
): void {
  if (!condenses(settings.kind)) return;
  const unheeded = [
    ...(settings.grouping === 'planned' ? ['grouping'] : []),
    ...(settings.reducer === 'union' ? ['reducer'] : []),
    ...(settings.groups === null ? [] : ['groups']),
  ];
  if (unheeded.length === 0) return;
  throw new AppError(
    'CONFIG_INVALID',
    'This kind of aggregation makes one aggregator call, so it has no groups and no second level to set up.',
    {
      fields: unheeded.map((name) => ({
        path: `aggregation.${name}`,
        message: 'Only Combee has it; leave it out.',
      })),
      howToProceed: ['Leave these settings out.', 'Or choose Combee as the kind of aggregation.'],
    },
  );
}

/** The same settings for another arm: what only Combee heeds is left out where the arm has no use for it. */
export function ofKind(settings: AggregationSettings, kind: AggregationKind): AggregationSettings {
  if (!condenses(kind)) return { ...settings, kind };
  return { ...settings, kind, groups: null, reducer: 'llm', grouping: 'afterBarrier' };
}
