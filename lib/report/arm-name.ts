import { type AggregationKind, hasLevelTwo, type RunManifest } from '@/lib/domain/manifest';
import { PRACTICE_SETTINGS_DEFAULT, READING_WORDS } from '@/lib/domain/practice-settings';

const NAMES: Readonly<Record<AggregationKind, string>> = {
  combee: 'Combee',
  naive: 'Naive',
  topK: 'Top-K retrieval',
  summary: 'Summarisation',
  hierarchicalSummary: 'Hierarchical summarisation',
};

type Named = Pick<RunManifest, 'batch' | 'aggregation'> & Partial<Pick<RunManifest, 'models'>>;

/**
 * Name of an arm: its aggregation, its batch size and, where the models are given, another reading of the practice
 * model than the default. Runs of one name differ in their seed only.
 */
export function armName(named: Named): string {
  const reading = named.models?.proposer.practiceSettings?.levelTwoCounts;
  const isOther = hasLevelTwo(named) && reading && reading !== PRACTICE_SETTINGS_DEFAULT.levelTwoCounts;
  return isOther ? `${plainName(named)}, ${READING_WORDS[reading]}` : plainName(named);
}

function plainName({ batch, aggregation }: Named): string {
  const { kind, reducer } = aggregation;
  // With one reflection there is nothing to choose or combine; a summary of it is still an arm of its own.
  const isPlain = kind === 'combee' || kind === 'naive' || kind === 'topK';
  if (batch.kind === 'static' && batch.size === 1 && isPlain) return 'Sequential, batch size 1';
  const method = kind === 'combee' && reducer === 'union' ? 'Combee, union' : NAMES[kind];
  return batch.kind === 'static' ? `${method}, batch size ${batch.size}` : `${method}, controller's choice`;
}
