import type { GoldenAdapter } from './golden-adapter';

/**
 * The vector files that must be covered, each with its adapter, loaded when its file is there. A file that is not in
 * this table is reported as not covered and fails nothing.
 */
const ADAPTERS: Readonly<Record<string, () => Promise<{ readonly adapter: GoldenAdapter }>>> = {
  skillbook_operations: () => import('./adapters/skillbook_operations'),
  ace_playbook: () => import('./adapters/ace_playbook'),
  ace_extract_answer: () => import('./adapters/ace_extract_answer'),
  ace_dedupe: () => import('./adapters/ace_dedupe'),
  finance_parse: () => import('./adapters/finance_parse'),
  finer_scorer: () => import('./adapters/finer_scorer'),
  formula_scorer: () => import('./adapters/formula_scorer'),
  combee_map_shuffle_reduce: () => import('./adapters/combee_map_shuffle_reduce'),
  stats_powerlaw: () => import('./adapters/stats_powerlaw'),
  stats_correlation: () => import('./adapters/stats_correlation'),
  stats_summary: () => import('./adapters/stats_summary'),
  stats_cosine: () => import('./adapters/stats_cosine'),
  stats_intervals: () => import('./adapters/stats_intervals'),
  gepa_pareto: () => import('./adapters/gepa_pareto'),
  gepa_frontier: () => import('./adapters/gepa_frontier'),
  gepa_merge: () => import('./adapters/gepa_merge'),
  gepa_acceptance: () => import('./adapters/gepa_acceptance'),
  gepa_batch_sampler: () => import('./adapters/gepa_batch_sampler'),
  gepa_candidate_hash: () => import('./adapters/gepa_candidate_hash'),
  gepa_e2e: () => import('./adapters/gepa_e2e'),
  gepa_instruction_extraction: () => import('./adapters/gepa_instruction_extraction'),
  gepa_prompt_render: () => import('./adapters/gepa_prompt_render'),
  ace_appworld_helpers: () => import('./adapters/ace_appworld_helpers'),
  appworld_metrics: () => import('./adapters/appworld_metrics'),
  appworld_http_protocol: () => import('./adapters/appworld_http_protocol'),
  atif_validation: () => import('./adapters/atif_validation'),
  harbor_task: () => import('./adapters/harbor_task'),
  tb_runner: () => import('./adapters/tb_runner'),
  tb_pytest_parser: () => import('./adapters/tb_pytest_parser'),
  tb_terminus2_parsers: () => import('./adapters/tb_terminus2_parsers'),
  python_random: () => import('./adapters/python_random'),
};

export const MUST_COVER: readonly string[] = Object.keys(ADAPTERS);

/** The adapter of a vector file, or undefined where there is none. */
export async function loadAdapter(stem: string): Promise<GoldenAdapter | undefined> {
  const load = Object.hasOwn(ADAPTERS, stem) ? ADAPTERS[stem] : undefined;
  return load === undefined ? undefined : (await load()).adapter;
}
