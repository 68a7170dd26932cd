import { describe, expect, it } from 'vitest';
import { aggregationCalls } from '@/lib/domain/aggregation-calls';
import type { RunManifest } from '@/lib/domain/manifest';
import { ace } from '@/lib/methods/ace/ace';
import { ACE_DEFAULT_SETTINGS } from '@/lib/methods/ace/ace-settings';
import { gepa } from '@/lib/methods/gepa/gepa';
import { textGrad } from '@/lib/methods/textgrad/textgrad';
import { TEXTGRAD_DEFAULT_SETTINGS } from '@/lib/methods/textgrad/textgrad-settings';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { factsOf, practiceManifest, practiceRun } from './testing/practice-run';

const METHODS = {
  ACE: { method: ace, settings: ACE_DEFAULT_SETTINGS },
  GEPA: { method: gepa, settings: gepaTestSettings() },
  TextGrad: { method: textGrad, settings: { ...TEXTGRAD_DEFAULT_SETTINGS, stepsPerEpoch: null } },
} as const;

function runOf(name: keyof typeof METHODS, kind: RunManifest['aggregation']['kind']) {
  const { method, settings } = METHODS[name];
  const manifest = practiceManifest(
    { train: 120, heldOut: 60 },
    {
      kind: 'comparisonPoint',
      method: settings,
      aggregation: { kind, duplication: 2, groups: null, reducer: 'llm', fanInMax: 24 },
      batch: { kind: 'static', size: 20, reason: 'One size, so that the arms can be compared.' },
    },
  );
  return practiceRun({ method, manifest });
}

describe('the arms that condense reflections, on the practice model', () => {
  it.each([
    ['ACE', 'topK', 0],
    ['ACE', 'summary', 6],
    ['ACE', 'hierarchicalSummary', 126],
    ['TextGrad', 'topK', 0],
    ['TextGrad', 'summary', 6],
    ['TextGrad', 'hierarchicalSummary', 126],
  ] as const)('%s learns with %s, in one aggregator call an iteration', async (name, kind, summaries) => {
    const { outcome, entries, requests } = await runOf(name, kind);
    expect(outcome).toMatchObject({ status: 'finished', reason: 'trainingDone' });
    const asked = (purpose: string) => requests.filter((request) => request.purpose === purpose).length;
    expect([asked('summarise'), asked('aggregate'), asked('combine')]).toEqual([summaries, 6, 0]);
    const scans = factsOf(entries, 'scan.combined');
    expect(scans.map(({ mode, cause }) => [mode, cause])).toEqual(Array(6).fill([kind, null]));
    const [end] = factsOf(entries, 'run.finished');
    expect(end?.bestScore.mean).toBeGreaterThan(end?.seedScore.mean ?? 1);
  });

  it.each(['topK', 'summary', 'hierarchicalSummary'] as const)('GEPA searches with %s', async (kind) => {
    const { entries, requests } = await runOf('GEPA', kind);
    const asked = (purpose: string) => requests.filter((request) => request.purpose === purpose).length;
    const scans = factsOf(entries, 'scan.combined');
    expect(scans.every(({ mode, cause }) => mode === kind && cause === null)).toBe(true);
    expect([asked('aggregate'), asked('combine')]).toEqual([scans.length, 0]);
    const read = factsOf(entries, 'shuffle.finished').map(({ reflections }) => reflections);
    const expected = read.reduce((sum, n) => sum + aggregationCalls(kind, n), 0);
    expect(asked('summarise') + asked('aggregate')).toBe(expected);
    // Whether one is accepted is the search's to say.
    expect(factsOf(entries, 'candidate.proposed').length).toBeGreaterThan(0);
  });
});
