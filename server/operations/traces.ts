import * as learning from '@/lib/contracts/trace-learning';
import { serve } from '@/server/http/serve';
import { forecastTraceLearning, learnFromTraces } from '@/server/services/traces/learn-from-traces';

/** Collected traces, and runs that learn from them. */
export const served = [
  serve(learning.forecastTraceLearning, forecastTraceLearning),
  serve(learning.learnFromTraces, learnFromTraces),
];
