import { expect, it } from 'vitest';
import { addressOf } from './operation-address';

it('fills places in the path and leaves empty filters out', () => {
  expect(addressOf('/api/v1/runs/{runId}', { runId: 'a/b' }, { limit: 5, search: '', type: undefined })).toBe(
    '/api/v1/runs/a%2Fb?limit=5',
  );
});
