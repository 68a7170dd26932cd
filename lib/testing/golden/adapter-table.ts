import type { GoldenAdapter } from './golden-adapter';

/**
 * Which vector files must be covered, and how an adapter is found: by its file's name, loaded when it is asked for,
 * so that a new adapter needs no entry anywhere else.
 */
export const MUST_COVER: readonly string[] = [
  'ace_playbook',
  'ace_extract_answer',
  'ace_dedupe',
  'finance_parse',
  'finer_scorer',
  'formula_scorer',
  'combee_map_shuffle_reduce',
  'stats_powerlaw',
  'stats_correlation',
  'stats_summary',
  'stats_cosine',
  'python_random',
];

/** The adapter of a vector file, or undefined where there is none. */
export async function loadAdapter(stem: string): Promise<GoldenAdapter | undefined> {
  if (!MUST_COVER.includes(stem)) return undefined;
  const loaded = await import(`./adapters/${stem}.ts`).catch((error: unknown) => {
    // Only "there is no such file" means not covered; an adapter that breaks while loading is a failure.
    if (isMissing(error, stem)) return undefined;
    throw error;
  });
  return loaded?.adapter;
}

function isMissing(error: unknown, stem: string): boolean {
  if (!(error instanceof Error) || !error.message.includes(`adapters/${stem}.ts`)) return false;
  const code = (error as { code?: string }).code;
  return code === 'ERR_MODULE_NOT_FOUND' || error.message.startsWith('Unknown variable dynamic import');
}
