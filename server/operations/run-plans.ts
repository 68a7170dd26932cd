import * as runPlans from '@/lib/contracts/run-plans';
import { serve } from '@/server/http/serve';
import { controlPlan } from '@/server/services/run-plans/control-plan';
import { readPlan } from '@/server/services/run-plans/read-plan';

/** Run plans by their id; those of an experiment are with the experiments. */
export const served = [serve(runPlans.controlRunPlan, controlPlan), serve(runPlans.readRunPlan, readPlan)];
