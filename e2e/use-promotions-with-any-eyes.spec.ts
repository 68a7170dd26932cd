import { apiOf } from './support/api';
import { expectUsable } from './support/barriers';
import { confirmedRun } from './support/experiments';
import { approverScenes, promotionPlaces, promotionScenes, WEBHOOK_SCENES } from './support/promotion-scenes';
import { makePromotions } from './support/promotions';
import { makeWebhooks, openReviewer } from './support/showcase-beside';
import { makeSlot } from './support/slots';
import { test } from './support/test';

/** Slots, canaries at every stage and webhooks for every reader; the other pages stand in use-with-any-eyes. */

test('Every stage of a promotion is free of barriers in both themes and fits a phone', {
  tag: '@full',
}, async ({ page, api, browser, baseURL: origin }) => {
  test.setTimeout(1_800_000);
  const baseURL = origin ?? '';
  const approver = await openReviewer(browser, api, baseURL);
  const runId = await confirmedRun(api);
  const tag = `-${Date.now()}`;
  const { draftedCanaryId } = await makeSlot(api, `drafted${tag}`);
  const promotions = await makePromotions({ api, reviewer: apiOf(approver, baseURL), runId }, tag);
  for (const place of [...promotionPlaces(promotions), ...promotionScenes(promotions, draftedCanaryId)])
    await test.step(place.name, () => expectUsable(page, place));
  for (const scene of approverScenes(promotions))
    await test.step(scene.name, () => expectUsable(approver, scene));
  await approver.context().close();
});

test('So are the webhooks, with what became of their posts', { tag: '@full' }, async ({ page, api }) => {
  await makeWebhooks(api);
  for (const scene of WEBHOOK_SCENES) await test.step(scene.name, () => expectUsable(page, scene));
});
