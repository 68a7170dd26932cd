import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './secret-paths';

describe('addresses in logs', () => {
  it('keep no secret of a shared report, and are otherwise as they were', () => {
    expect(withoutSecrets('/shared/wsh_abc/download?format=pdf')).toBe(
      '/shared/[struck-out]/download?format=pdf',
    );
    expect(withoutSecrets('GET http://x.example/shared/wsh_abc')).toBe(
      'GET http://x.example/shared/[struck-out]',
    );
    expect(withoutSecrets('/ofrep/v1/events?ticket=a.b&x=1')).toBe(
      '/ofrep/v1/events?ticket=[struck-out]&x=1',
    );
    expect(withoutSecrets('/api/v1/reports/rep_1/shares')).toBe('/api/v1/reports/rep_1/shares');
  });
});
