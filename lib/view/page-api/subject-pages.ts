import { listAgentRunners } from '@/lib/contracts/agent-runners';
import { getAgent, listAgentRollouts } from '@/lib/contracts/agents';
import { listCanaryComments, readApproval } from '@/lib/contracts/approvals';
import { listCanaries, readCanary } from '@/lib/contracts/canaries';
import { compareConfigurations } from '@/lib/contracts/configuration';
import { getDataset, listExamples } from '@/lib/contracts/datasets';
import { getDiagnosis, getSpeedupConditions } from '@/lib/contracts/diagnoses';
import { readEvaluationSummary } from '@/lib/contracts/evaluations';
import { getExperiment } from '@/lib/contracts/experiments';
import { getImportedRun } from '@/lib/contracts/imported-runs';
import { estimateIntake, getIntake, readStatedInputs } from '@/lib/contracts/intakes';
import { listComments } from '@/lib/contracts/report-comments';
import { diffReports, readReport } from '@/lib/contracts/reports';
import { readReview } from '@/lib/contracts/reviews';
import { readRunGroup } from '@/lib/contracts/run-groups';
import { listRuns } from '@/lib/contracts/run-list';
import { listSlotHistory } from '@/lib/contracts/slot-history';
import { diffSlotPrompts, getSlotPrompt, listSlotPrompts } from '@/lib/contracts/slot-prompts';
import { getSlot } from '@/lib/contracts/slots';
import { listSplits } from '@/lib/contracts/splits';
import { readSweep } from '@/lib/contracts/sweeps';
import { readTruths } from '@/lib/contracts/truths';
import { type ApiPage, asked, type OpenPage, type PageRequest } from './page-request';

/** Pages of one object, except the run page. */
export const SUBJECT_PAGES: readonly ApiPage[] = [
  {
    path: '/experiments/{experimentId}',
    asks: (page) => {
      const params = { experimentId: page.param('experimentId') };
      return [
        asked(getExperiment, params),
        asked(listRuns, {}, params),
        asked(readTruths, {}, { experiments: params.experimentId }),
        asked(readEvaluationSummary, {}, params),
        asked(getSpeedupConditions, params),
        asked(readStatedInputs, params),
      ];
    },
  },
  {
    path: '/experiments/{experimentId}/difference',
    asks: (page) => [
      asked(
        compareConfigurations,
        { experimentId: page.param('experimentId') },
        { other: page.said('other') },
      ),
    ],
    otherwise: 'Choose the other experiment to see the request that compares the two.',
  },
  { path: '/sweeps/{sweepId}', asks: (page) => [asked(readSweep, { sweepId: page.param('sweepId') })] },
  { path: '/reports/{reportId}', asks: ofReport },
  { path: '/slots/{slotId}', asks: ofSlot },
  {
    path: '/canaries/{canaryId}',
    asks: (page) => {
      const params = { canaryId: page.param('canaryId') };
      return [asked(readCanary, params), asked(readApproval, params), asked(listCanaryComments, params)];
    },
  },
  {
    path: '/agents/{agentId}',
    asks: (page) => {
      const of = { agentId: page.param('agentId') };
      return [asked(getAgent, of), asked(listAgentRollouts, of), asked(listAgentRunners, of)];
    },
  },
  {
    path: '/agents/{agentId}/edit',
    asks: (page) => [asked(getAgent, { agentId: page.param('agentId') })],
  },
  { path: '/datasets/{datasetId}', asks: ofDataset },
  {
    path: '/diagnoses/{diagnosisId}',
    asks: (page) => [asked(getDiagnosis, { diagnosisId: page.param('diagnosisId') })],
  },
  {
    path: '/imported-runs/{importedRunId}',
    asks: (page) => [asked(getImportedRun, { importedRunId: page.param('importedRunId') })],
  },
  {
    path: '/intakes/{intakeId}',
    asks: (page) => {
      const params = { intakeId: page.param('intakeId') };
      return [asked(getIntake, params), asked(estimateIntake, params)];
    },
  },
  {
    path: '/run-groups/{groupId}',
    asks: (page) => [asked(readRunGroup, { groupId: page.param('groupId') })],
  },
];

function ofReport(page: OpenPage): readonly (PageRequest | null)[] {
  const params = { reportId: page.param('reportId') };
  const against = page.said('against');
  return [
    ...(against === null ? [] : [asked(diffReports, params, { against })]),
    asked(readReport, params),
    asked(readReview, params),
    asked(listComments, params),
  ];
}

function ofSlot(page: OpenPage): readonly (PageRequest | null)[] {
  const params = { slotId: page.param('slotId') };
  const { version, against } = { version: page.said('version'), against: page.said('against') };
  return [
    asked(getSlot, params),
    asked(listSlotPrompts, params),
    ...(version === null ? [] : [asked(getSlotPrompt, { ...params, promptId: version })]),
    ...(version === null || against === null
      ? []
      : [asked(diffSlotPrompts, { ...params, promptId: version }, { fromPromptId: against })]),
    asked(listCanaries, {}, params),
    asked(listSlotHistory, params),
  ];
}

function ofDataset(page: OpenPage): readonly (PageRequest | null)[] {
  const params = { datasetId: page.param('datasetId') };
  const tab = page.said('tab') ?? 'splits';
  const splitId = page.said('under');
  // The API accepts a split's name only with its registration.
  const split = splitId === null ? null : page.said('split');
  return [
    ...(tab === 'splits' ? [asked(listSplits, params)] : []),
    ...(tab === 'examples' ? [asked(listExamples, params, { search: page.said('q'), splitId, split })] : []),
    asked(getDataset, params),
  ];
}
