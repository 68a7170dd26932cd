import * as comparedInsights from '@/lib/contracts/compared-insights';
import * as comparisons from '@/lib/contracts/comparisons';
import * as curves from '@/lib/contracts/curves';
import * as pairedComparisons from '@/lib/contracts/paired-comparisons';
import * as pareto from '@/lib/contracts/pareto';
import * as taskMatrices from '@/lib/contracts/task-matrix';
import { serve } from '@/server/http/serve';
import { compareArms } from '@/server/services/comparisons/compare-arms';
import { compareCurves } from '@/server/services/comparisons/compare-curves';
import { compareInsights } from '@/server/services/comparisons/compare-insights';
import { comparePairs, listComparedExamples } from '@/server/services/comparisons/compare-pairs';
import { readPareto } from '@/server/services/comparisons/read-pareto';
import { readTaskMatrix } from '@/server/services/comparisons/read-task-matrix';

/** Runs next to each other: arms, curves, examples in pairs, score against cost. */
export const served = [
  serve(comparedInsights.compareInsights, compareInsights),
  serve(comparisons.compareArms, compareArms),
  serve(curves.compareCurves, compareCurves),
  serve(pairedComparisons.listComparedExamples, listComparedExamples),
  serve(pairedComparisons.comparePairs, comparePairs),
  serve(pareto.readPareto, readPareto),
  serve(taskMatrices.readTaskMatrix, readTaskMatrix),
];
