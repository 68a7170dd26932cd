import type { SerialDiagnosis } from '@/lib/domain/serial-diagnosis';
import { CONVERGENCE_DEFAULTS } from '@/lib/evaluation/convergence-verdict';

/** A go with all its numbers, for tests to change. */
export const SAMPLE_DIAGNOSIS: SerialDiagnosis = {
  id: 'dia_sample',
  madeAt: '2026-11-21T12:00:00.000Z',
  verdict: 'go',
  finding: 'plateauAbove',
  reason:
    'The curve is flat (further gain at most 0.2 points) and lies 23.1 points above the original prompt.',
  alternatives: [],
  source: { kind: 'run', runId: 'run_sample', label: 'Serial baseline, seed 7', seed: 7 },
  scope: {
    task: 'Formula',
    splitHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    heldOutExamples: 300,
    method: 'ace 1.0',
    hardware: ['serving: practice-task on practice', 'proposer: practice-proposer on practice'],
    practice: true,
  },
  curve: {
    unit: 'examples',
    points: [0.64, 0.75, 0.82, 0.87, 0.87, 0.87, 0.87].map((score, index) => ({
      seen: index * 25,
      score,
      lower: score - 0.04,
      upper: score + 0.04,
      n: 300,
    })),
  },
  decision: {
    window: 4,
    look: 1,
    settings: CONVERGENCE_DEFAULTS,
    furtherGain: { mean: 0, lower: -0.002, upper: 0.002, n: 300 },
    aboveOriginal: { mean: 0.231, lower: 0.18, upper: 0.28, n: 300 },
    unevenP: 0.62,
  },
};
