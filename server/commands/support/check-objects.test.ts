import { expect, it } from 'vitest';
import { startS3Server } from '@/server/testing/s3-server';
import { objectsFault } from './check-objects';

it('finds no fault with a store that answers, and names a wrong bucket or key, in requests that change nothing', async () => {
  const { settings, close, requests } = await startS3Server();
  expect(await objectsFault(settings)).toBeNull();
  expect(await objectsFault({ ...settings, bucket: 'another' })).toContain('NoSuchBucket');
  expect(await objectsFault({ ...settings, accessKey: 'another' })).toContain('InvalidAccessKeyId');
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  await close();
});
