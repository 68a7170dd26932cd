/**
 * Levels of the folders of an area, from the bottom up. A folder imports folders of lower levels only, so no two folders
 * need each other. An entry may be a folder within a folder.
 */
export interface LevelTable {
  readonly area: string;
  readonly levels: readonly (readonly string[])[];
  /** Alternatives to importing a folder that is not lower. */
  readonly instead: string;
}

export const LEVEL_TABLES: readonly LevelTable[] = [
  {
    area: 'server/services',
    levels: [
      ['audit', 'guide', 'health', 'notices', 'search', 'workers'],
      ['datasets', 'keys', 'people', 'providers', 'rollouts', 'webhooks'],
      ['imported-runs', 'iterations', 'jobs', 'privacy', 'runs'],
      ['agents', 'diagnoses', 'environments', 'experiments', 'truths', 'promotion/slot'],
      ['intakes', 'lists'],
      ['launches'],
      ['run-sets', 'traces'],
      ['evaluations', 'proposals', 'run-groups', 'run-plans', 'sweeps', 'workspace'],
      ['comparisons', 'readiness'],
      ['costs', 'promotion/read'],
      ['promotion/decide', 'promotion/review'],
      ['promotion/count', 'reports'],
      ['promotion/ingest'],
      ['promotion/practice'],
    ],
    instead:
      'Move what both need into a lower folder, a repository or lib/projection, take it as an argument, or merge the two folders if they are one noun.',
  },
  {
    area: 'components',
    levels: [
      ['ui'],
      ['api', 'charts'],
      ['account', 'notice', 'queries', 'reference'],
      ['fact', 'list', 'review'],
      [
        'audit',
        'cost',
        'dataset',
        'diff',
        'pareto',
        'report',
        'run-group',
        'search',
        'sweep',
        'trajectory',
        'webhook',
      ],
      ['diagnosis', 'settings'],
      ['agent', 'imported-run', 'run-plan', 'slot', 'trace'],
      ['canary', 'comparison'],
      ['run'],
      ['experiment', 'job', 'overview'],
      ['intake', 'shell', 'tour'],
    ],
    instead:
      'Move a part that knows no domain to ui, a part that states one fact of a record to fact, a query that two folders share to queries, or take it as a prop.',
  },
];
