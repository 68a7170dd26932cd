import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { gepaTestSettings } from '@/lib/testing/builders/method-settings-builder';
import { assertTracesTeach } from './traces';

const MANIFEST = buildManifest();
const traces = { sampleId: 'sample_1', hash: 'a'.repeat(64) };

describe('collected traces', () => {
  it('teach ACE, in a parallel run or a comparison point', () => {
    for (const kind of ['combee', 'exploratory', 'comparisonPoint'] as const)
      expect(() => assertTracesTeach({ ...MANIFEST, traces, kind })).not.toThrow();
  });

  it('teach no method that accepts a prompt by rollouts under it', () => {
    expect(() => assertTracesTeach({ ...MANIFEST, traces, method: gepaTestSettings() })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });

  it('are no rollouts of a serial baseline', () => {
    expect(() => assertTracesTeach({ ...MANIFEST, traces, kind: 'serialBaseline' })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID' }),
    );
  });
});
