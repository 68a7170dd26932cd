import { describe, expect, it } from 'vitest';
import { buildManifest } from '@/lib/testing/builders/manifest-builder';
import { buildRecord } from '@/lib/testing/builders/run-record';
import { paperBatchWarning } from './paper-batch-size';
import { speedClaim } from './speed-claim';

const DYNAMIC = {
  kind: 'dynamic',
  profileSizes: [42, 84],
  tauShare: 0.016,
  peakSlope: 'analyticMin',
  maxBatch: 84,
  confirm: true,
  rewardVarianceFloor: null,
} as const;
const fixed = (size: number, reason = 'It fits our hardware well.') =>
  paperBatchWarning({ kind: 'static', size, reason }, 'H100');

describe('a batch size copied from the paper', () => {
  it('R-018: is warned of on other hardware, in the words of the escalation', () => {
    expect(fixed(84)).toBe(
      "Paper numbers are paper hardware. Re-measure on your stack before headlining. Batch size 84 is the paper's; on H100 none was chosen by measuring.",
    );
    expect(fixed(100, 'As published for Formula.')).toMatch(/^Paper numbers/);
    expect(fixed(100)).toBeNull();
    expect(fixed(83)).toBeNull();
  });

  it('R-018: is none where the controller chooses for itself', () => {
    const { batch } = buildManifest({ batch: DYNAMIC });
    expect(paperBatchWarning(batch, 'H100')).toBeNull();
  });

  it('R-018: is shown next to the claim of such a run', () => {
    const points = [{ right: 60 }, { right: 85, learningMs: 1000 }];
    const batch = { kind: 'static', size: 94, reason: 'The size of the paper.' } as const;
    const notes = (run: Parameters<typeof buildRecord>[0]) =>
      speedClaim(buildRecord(run), null).notes.join(' ');
    expect(notes({ points, manifest: { batch } })).toMatch(/Paper numbers are paper hardware/);
    expect(notes({ points })).not.toMatch(/Paper numbers/);
  });
});
