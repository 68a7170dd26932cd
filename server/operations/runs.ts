import * as branching from '@/lib/contracts/branching';
import * as configuration from '@/lib/contracts/configuration';
import * as confirmation from '@/lib/contracts/confirmation';
import * as confounding from '@/lib/contracts/confounding';
import * as costs from '@/lib/contracts/costs';
import * as dispatch from '@/lib/contracts/dispatch';
import * as insightSteering from '@/lib/contracts/insight-steering';
import * as iterations from '@/lib/contracts/iterations';
import * as lanes from '@/lib/contracts/lanes';
import * as pairedComparisons from '@/lib/contracts/paired-comparisons';
import { readPracticeReadings } from '@/lib/contracts/practice-readings';
import * as privacy from '@/lib/contracts/privacy';
import { readPromptWeight as readPromptWeightOperation } from '@/lib/contracts/prompt-weight';
import * as provenance from '@/lib/contracts/provenance';
import * as readiness from '@/lib/contracts/readiness';
import * as replay from '@/lib/contracts/replay';
import * as reports from '@/lib/contracts/reports';
import { listRuns as listRunsOperation } from '@/lib/contracts/run-list';
import * as runReading from '@/lib/contracts/run-reading';
import { startRun as startRunOperation } from '@/lib/contracts/run-starting';
import * as runTotals from '@/lib/contracts/run-totals';
import * as runs from '@/lib/contracts/runs';
import * as survival from '@/lib/contracts/survival';
import * as tags from '@/lib/contracts/tags';
import * as timeline from '@/lib/contracts/timeline';
import { downloadOf } from '@/server/http/download';
import { entryStream, resumeAfter } from '@/server/http/event-stream';
import { answerIteration } from '@/server/http/iteration-door';
import { openRequestModel } from '@/server/http/model-access';
import { reportFile } from '@/server/http/report-file';
import { serve } from '@/server/http/serve';
import { listHeldOutExamples } from '@/server/services/comparisons/list-held-out-examples';
import { practiceReadings } from '@/server/services/comparisons/practice-readings';
import { exportCosts } from '@/server/services/costs/export-costs';
import { readCosts } from '@/server/services/costs/read-costs';
import { exportRolloutLog } from '@/server/services/costs/rollout-log';
import { openConfirmation } from '@/server/services/evaluations/open-confirmation';
import { getConfirmation } from '@/server/services/evaluations/read-confirmation';
import { branchRun } from '@/server/services/launches/branch-run';
import { controlRun } from '@/server/services/launches/control-run';
import { rerun } from '@/server/services/launches/rerun';
import { startRun } from '@/server/services/launches/start-run';
import { archiveRuns } from '@/server/services/lists/archive-runs';
import { tagRuns } from '@/server/services/lists/tag-records';
import { controlReadiness } from '@/server/services/readiness/control-readiness';
import { readConfiguration } from '@/server/services/readiness/read-configuration';
import { readReadiness } from '@/server/services/readiness/read-readiness';
import { startReadiness } from '@/server/services/readiness/start-readiness';
import { waiveHardware } from '@/server/services/readiness/waive-hardware';
import { readStrategyReport } from '@/server/services/reports/read-reports';
import { acknowledgeConfounding } from '@/server/services/runs/acknowledge-confounding';
import { getCandidatePrivacy } from '@/server/services/runs/candidate-privacy';
import { changeLanes, getLanes } from '@/server/services/runs/change-lanes';
import { listSeenShares } from '@/server/services/runs/list-seen-shares';
import { prioritiseCandidate } from '@/server/services/runs/prioritise-candidate';
import { readBulletHistory } from '@/server/services/runs/read-bullet-history';
import { readDispatch } from '@/server/services/runs/read-dispatch';
import { listInsights } from '@/server/services/runs/read-insights';
import {
  exportRun,
  getCandidate,
  getIteration,
  listEntries,
  streamRun,
} from '@/server/services/runs/read-ledger';
import { readManifest } from '@/server/services/runs/read-manifest';
import { readPromptWeight } from '@/server/services/runs/read-prompt-weight';
import { getRolloutTrace, listRollouts } from '@/server/services/runs/read-rollouts';
import { getRun, listRuns } from '@/server/services/runs/read-runs';
import { readIterationScan, readRunSnapshot } from '@/server/services/runs/read-snapshot';
import { readSurvival } from '@/server/services/runs/read-survival';
import { readTimeline } from '@/server/services/runs/read-timeline';
import { readRunTotals } from '@/server/services/runs/read-totals';
import { REQUEST_LIMITS, replayRun } from '@/server/services/runs/replay-run';
import { readInsightSteering, steerInsight } from '@/server/services/runs/steer-insight';

/** Runs: started, steered, and read in every detail. */
export const served = [
  serve(iterations.reduceIteration, answerIteration),
  serve(runTotals.readRunTotals, readRunTotals),
  serve(branching.branchRun, branchRun),
  serve(provenance.readBulletHistory, readBulletHistory),
  serve(privacy.getCandidatePrivacy, getCandidatePrivacy),
  serve(runReading.getCandidate, getCandidate),
  serve(configuration.readConfiguration, readConfiguration),
  serve(confirmation.getConfirmation, getConfirmation),
  serve(confirmation.openConfirmation, openConfirmation),
  serve(confounding.acknowledgeConfounding, acknowledgeConfounding),
  serve(runs.controlRun, controlRun),
  serve(costs.exportCosts, async (actor, input) =>
    downloadOf(await exportCosts(actor, input), 'text/csv; charset=utf-8'),
  ),
  serve(costs.readCosts, readCosts),
  serve(dispatch.readDispatch, readDispatch),
  serve(runReading.listEntries, listEntries),
  serve(runReading.streamEvents, (actor, { runId, after }, { request, signal: caller }) =>
    entryStream(caller, (signal) => streamRun(actor, { runId, after: resumeAfter(request, after), signal })),
  ),
  serve(runReading.exportRun, async (actor, input) =>
    downloadOf(await exportRun(actor, input), 'application/jsonl; charset=utf-8'),
  ),
  serve(pairedComparisons.listHeldOutExamples, listHeldOutExamples),
  serve(provenance.listInsights, listInsights),
  serve(provenance.listSeenShares, listSeenShares),
  serve(runReading.getIteration, getIteration),
  serve(runReading.readIterationScan, readIterationScan),
  serve(lanes.getLanes, getLanes),
  serve(lanes.changeLanes, changeLanes),
  serve(replay.readManifest, readManifest),
  serve(readPracticeReadings, (actor, input, { signal }) =>
    practiceReadings(actor, { ...input, signal }, openRequestModel),
  ),
  serve(dispatch.prioritiseCandidate, prioritiseCandidate),
  serve(readPromptWeightOperation, readPromptWeight),
  serve(insightSteering.readInsightSteering, readInsightSteering),
  serve(insightSteering.steerInsight, steerInsight),
  serve(readiness.readReadiness, readReadiness),
  serve(readiness.startReadiness, startReadiness),
  serve(readiness.controlReadiness, controlReadiness),
  serve(readiness.waiveHardware, waiveHardware),
  serve(replay.replayRun, (actor, input, { signal }) =>
    replayRun(actor, { ...input, signal, limits: REQUEST_LIMITS }),
  ),
  serve(runs.rerunRun, rerun),
  serve(costs.exportRolloutLog, async (actor, input) => {
    const file = await exportRolloutLog(actor, input);
    return downloadOf(file, file.contentType);
  }),
  serve(runReading.getRolloutTrace, getRolloutTrace),
  serve(runReading.listRollouts, listRollouts),
  serve(runs.getRun, getRun),
  serve(runReading.readRunSnapshot, readRunSnapshot),
  serve(reports.readStrategyReport, async (actor, { format, ...params }, { signal }) =>
    reportFile(await readStrategyReport(actor, params), { format, signal }),
  ),
  serve(survival.readSurvival, readSurvival),
  serve(timeline.readTimeline, readTimeline),
  serve(tags.archiveRuns, archiveRuns),
  serve(listRunsOperation, listRuns),
  serve(startRunOperation, startRun),
  serve(tags.tagRuns, tagRuns),
];
