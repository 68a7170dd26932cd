import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/** A busy machine makes what is waited for on a page later; the library's limit of one second would fail it. */
configure({ asyncUtilTimeout: 300_000 });

/** Files share a page: each leaves it to the next one as it found it. */
afterAll(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});
