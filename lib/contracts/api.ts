import * as agentForecasts from './agent-forecast';
import * as agentRunners from './agent-runners';
import * as agentTools from './agent-tools';
import * as agents from './agents';
import * as approvals from './approvals';
import * as auditLog from './audit-log';
import * as branching from './branching';
import * as canaries from './canaries';
import * as canaryIngest from './canary-ingest';
import * as commands from './commands';
import * as comparedInsights from './compared-insights';
import * as comparisons from './comparisons';
import * as configuration from './configuration';
import * as configurationFiles from './configuration-files';
import * as confirmation from './confirmation';
import * as confounding from './confounding';
import * as costs from './costs';
import * as curves from './curves';
import * as datasetImports from './dataset-imports';
import * as datasets from './datasets';
import * as diagnoses from './diagnoses';
import * as diagnosisForecast from './diagnosis-forecast';
import * as dispatch from './dispatch';
import * as environmentDatasets from './environment-datasets';
import * as evaluations from './evaluations';
import * as experiments from './experiments';
import * as gateway from './gateway';
import * as health from './health';
import * as importedRuns from './imported-runs';
import * as insightSteering from './insight-steering';
import * as intakes from './intakes';
import * as iterations from './iterations';
import * as jobs from './jobs';
import * as keys from './keys';
import * as lanes from './lanes';
import * as mentions from './mentions';
import * as notices from './notices';
import type { Operation } from './operation';
import * as pairedComparisons from './paired-comparisons';
import * as pareto from './pareto';
import * as people from './people';
import * as practiceReadings from './practice-readings';
import * as privacy from './privacy';
import * as promptWeight from './prompt-weight';
import * as proposals from './proposals';
import * as provenance from './provenance';
import * as providerPreview from './provider-preview';
import * as providers from './providers';
import * as readiness from './readiness';
import * as rehearsal from './rehearsal';
import * as replay from './replay';
import * as reportComments from './report-comments';
import * as reports from './reports';
import * as reviews from './reviews';
import * as rollouts from './rollouts';
import * as runGroups from './run-groups';
import * as runList from './run-list';
import * as runPlans from './run-plans';
import * as runReading from './run-reading';
import * as runStarting from './run-starting';
import * as runTotals from './run-totals';
import * as runs from './runs';
import * as savedViews from './saved-views';
import * as search from './search';
import * as shares from './shares';
import * as slotHistory from './slot-history';
import * as slotKeys from './slot-keys';
import * as slotPrompts from './slot-prompts';
import * as slotRevert from './slot-revert';
import * as slots from './slots';
import * as splits from './splits';
import * as survival from './survival';
import * as sweeps from './sweeps';
import * as tags from './tags';
import * as taskMatrices from './task-matrix';
import * as tasks from './tasks';
import * as timeline from './timeline';
import * as traceDatasets from './trace-datasets';
import * as traceImports from './trace-imports';
import * as traceJudging from './trace-judging';
import * as traceLearning from './trace-learning';
import * as tracePolicies from './trace-policies';
import * as traceScoring from './trace-scoring';
import * as traceStorage from './trace-storage';
import * as traces from './traces';
import * as truths from './truths';
import * as webhooks from './webhooks';

/** Every operation of the API. The document, the routes' test and the reference page are made from this list. */
const CONTRACTS = [
  agentForecasts,
  agentRunners,
  agents,
  agentTools,
  comparedInsights,
  comparisons,
  curves,
  costs,
  importedRuns,
  pairedComparisons,
  pareto,
  taskMatrices,
  practiceReadings,
  people,
  keys,
  providerPreview,
  providers,
  datasets,
  datasetImports,
  environmentDatasets,
  splits,
  tasks,
  timeline,
  commands,
  experiments,
  truths,
  proposals,
  intakes,
  runStarting,
  runList,
  runs,
  runReading,
  runTotals,
  branching,
  confirmation,
  confounding,
  diagnoses,
  diagnosisForecast,
  evaluations,
  dispatch,
  insightSteering,
  promptWeight,
  survival,
  provenance,
  privacy,
  readiness,
  configuration,
  configurationFiles,
  lanes,
  replay,
  rollouts,
  runGroups,
  runPlans,
  reports,
  sweeps,
  reviews,
  reportComments,
  mentions,
  notices,
  approvals,
  webhooks,
  jobs,
  tags,
  savedViews,
  auditLog,
  shares,
  search,
  iterations,
  gateway,
  canaries,
  rehearsal,
  canaryIngest,
  traceDatasets,
  traceImports,
  traceJudging,
  traceLearning,
  tracePolicies,
  traceStorage,
  traceScoring,
  traces,
  slots,
  slotRevert,
  slotKeys,
  slotPrompts,
  slotHistory,
  health,
];

export const API_OPERATIONS: readonly Operation[] = CONTRACTS.flatMap((contract) =>
  Object.values<unknown>(contract).filter(isOperation),
);

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
