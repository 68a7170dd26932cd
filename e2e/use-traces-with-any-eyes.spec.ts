import { expectUsable } from './support/barriers';
import { test } from './support/test';
import { fillTraces, tracePlaces, traceScenes } from './support/trace-scenes';

/** Accessibility of the pages about collected traces with traces on them; use-with-any-eyes has them empty. */

test('Pages and dialogs about collected traces are accessible in both themes and fit a phone', {
  tag: '@full',
}, async ({ page, api }) => {
  test.setTimeout(1_200_000);
  const shown = await fillTraces(api, page);
  for (const place of [...tracePlaces(shown), ...traceScenes(shown)])
    await test.step(place.name, () => expectUsable(page, place));
});
