import type { RunView } from '@/lib/contracts/run-shapes';
import { methodWords } from '@/lib/domain/method-words';
import { AGGREGATION_WORDS } from './aggregation-words';

/** "GEPA · Combee": the method and how its reflections are aggregated; a serial baseline aggregates none. */
export function howOfRun({
  method,
  aggregation,
  kind,
}: Pick<RunView, 'method' | 'aggregation' | 'kind'>): string {
  if (method === 'unknown') return 'not stated';
  const named = methodWords(method);
  if (kind === 'serialBaseline') return `${named} · serial`;
  if (kind === 'evaluation') return 'measures only';
  const words = Object.entries(AGGREGATION_WORDS).find(([name]) => name === aggregation)?.[1];
  return words === undefined ? named : `${named} · ${words.name}`;
}
