import * as agentForecasts from '@/lib/contracts/agent-forecast';
import * as configuration from '@/lib/contracts/configuration';
import * as configurationFiles from '@/lib/contracts/configuration-files';
import * as diagnoses from '@/lib/contracts/diagnoses';
import * as experiments from '@/lib/contracts/experiments';
import * as intakes from '@/lib/contracts/intakes';
import * as privacy from '@/lib/contracts/privacy';
import * as proposals from '@/lib/contracts/proposals';
import * as runPlans from '@/lib/contracts/run-plans';
import * as tags from '@/lib/contracts/tags';
import * as truths from '@/lib/contracts/truths';
import { downloadOf } from '@/server/http/download';
import { serve } from '@/server/http/serve';
import {
  archiveExperiment,
  createExperiment,
  updateExperiment,
} from '@/server/services/experiments/change-experiments';
import { compareConfigurations } from '@/server/services/experiments/compare-configurations';
import {
  checkConfiguration,
  exportConfiguration,
  importConfiguration,
} from '@/server/services/experiments/configuration-files';
import { getExperiment, listExperiments } from '@/server/services/experiments/read-experiments';
import { readStatedInputs } from '@/server/services/intakes/stated-inputs';
import { forecastAgent } from '@/server/services/launches/forecast-agent';
import { readSpeedupConditions } from '@/server/services/launches/read-speedup-conditions';
import { archiveExperiments } from '@/server/services/lists/archive-experiments';
import { tagExperiments } from '@/server/services/lists/tag-records';
import { checkPrivacy } from '@/server/services/privacy/check-prompt';
import { checkClaim } from '@/server/services/proposals/check-claim';
import { checkRun } from '@/server/services/proposals/check-run';
import { forecastPlan } from '@/server/services/run-plans/forecast-plan';
import { readNewestPlan } from '@/server/services/run-plans/read-plan';
import { startPlan } from '@/server/services/run-plans/start-plan';
import { readTruths } from '@/server/services/truths/read-truths';

/** Experiments: their settings as forms and files, and the checks before a run. */
export const served = [
  serve(proposals.checkClaim, checkClaim),
  serve(experiments.archiveExperiment, archiveExperiment),
  serve(proposals.checkRun, checkRun),
  serve(runPlans.forecastRunPlan, forecastPlan),
  serve(runPlans.startRunPlan, startPlan),
  serve(runPlans.readNewestRunPlan, readNewestPlan),
  serve(configurationFiles.exportConfiguration, async (actor, input) => {
    const file = await exportConfiguration(actor, input);
    return downloadOf(file, file.contentType);
  }),
  serve(configuration.compareConfigurations, compareConfigurations),
  serve(experiments.getExperiment, getExperiment),
  serve(experiments.updateExperiment, updateExperiment),
  serve(diagnoses.getSpeedupConditions, readSpeedupConditions),
  serve(agentForecasts.forecastAgent, (actor, input) => forecastAgent(actor, input, Date.now())),
  serve(intakes.readStatedInputs, readStatedInputs),
  serve(tags.archiveExperiments, archiveExperiments),
  serve(configurationFiles.checkConfiguration, checkConfiguration),
  serve(configurationFiles.importConfiguration, importConfiguration),
  serve(experiments.listExperiments, listExperiments),
  serve(experiments.createExperiment, createExperiment),
  serve(tags.tagExperiments, tagExperiments),
  serve(privacy.checkPrivacy, checkPrivacy),
  serve(truths.readTruths, async (actor, input) => ({ items: await readTruths(actor, input) })),
];
