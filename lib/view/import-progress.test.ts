import { describe, expect, it } from 'vitest';
import { IMPORT_STATES } from '@/lib/contracts/dataset-imports';
import { importLine, isImportLive } from './import-progress';

const one = {
  ...{ id: 'imp_1', name: 'Large', files: ['large.jsonl'], state: 'reading' as const },
  ...{ bytes: 200_000_000, bytesRead: 50_000_000, records: 1200, faultCount: 2, saved: 0, progress: 0.2 },
  ...{ secondsLeft: 90, problem: null, datasetId: null, startedBy: 'me' },
  ...{ createdAt: '2026-11-23T00:00:00.000Z', endedAt: null },
};

describe('the line of an import', () => {
  it('has what was read, of how much, bad lines and the time left', () => {
    for (const part of ['50 MB', '200 MB', '1,200', '2 lines', 'left'])
      expect(importLine(one)).toContain(part);
  });

  it('has no time where none is known, and differs in every state', () => {
    expect(importLine({ ...one, secondsLeft: null })).not.toContain('left');
    expect(new Set(IMPORT_STATES.map((state) => importLine({ ...one, state }))).size).toBe(
      IMPORT_STATES.length,
    );
  });

  it('is read again only while the import goes on', () => {
    expect(IMPORT_STATES.filter((state) => isImportLive({ state }))).toEqual([
      ...['uploading', 'queued', 'reading', 'saving'],
    ]);
  });
});
