import { expectUsable } from './support/barriers';
import { ENVIRONMENT_SCENES } from './support/environment-scenes';
import { FORM_SCENES, LONG_FORM_SCENES } from './support/form-scenes';
import { ADVANCED_SCENE } from './support/scenes';
import { test } from './support/test';

/** Every dialog and every opened form for every reader; the pages they stand on are in use-with-any-eyes. */

test('Every form is free of barriers in both themes and fits a phone', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(1_200_000);
  for (const scene of [ADVANCED_SCENE, ...FORM_SCENES, ...LONG_FORM_SCENES, ...ENVIRONMENT_SCENES])
    await test.step(scene.name, () => expectUsable(page, scene));
});
