import { expect, it } from 'vitest';
import { curlOf } from './curl';

it('says the method where it is none that curl takes by itself, and quotes a body whole', () => {
  expect(curlOf({ url: '"$WAGGLE_URL/api/v1/me"', key: 'WAGGLE_KEY' })).toBe(
    'curl -s "$WAGGLE_URL/api/v1/me" \\\n  -H "Authorization: Bearer $WAGGLE_KEY"',
  );
  expect(curlOf({ method: 'POST', url: "'/x'", key: 'K', body: `{"note":"it's"}` }).split(' \\\n  ')).toEqual(
    [
      `curl -s -X POST '/x'`,
      '-H "Authorization: Bearer $K"',
      `-H 'Content-Type: application/json'`,
      `-d '{"note":"it'\\''s"}'`,
    ],
  );
});
