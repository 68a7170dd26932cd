import { apiOf } from './support/api';
import { expectUsable } from './support/barriers';
import {
  diagnosedSplit,
  makeExperiment,
  startOnceDiagnosed,
  waitForDiagnosis,
  waitForEnd,
} from './support/experiments';
import { approverScenes, promotionPlaces, promotionScenes, WEBHOOK_SCENES } from './support/promotion-scenes';
import { makePromotions } from './support/promotions';
import { makeWebhooks, openReviewer } from './support/showcase-beside';
import { makeSlot } from './support/slots';
import { test } from './support/test';

/** Slots, canaries at every stage and webhooks for every reader; the other pages stand in use-with-any-eyes. */

test('Every stage of a promotion is free of barriers in both themes and fits a phone', async ({
  page,
  api,
  browser,
  baseURL: origin,
}) => {
  test.setTimeout(1_800_000);
  const baseURL = origin ?? '';
  const approver = await openReviewer(browser, api, baseURL);
  // What is promoted comes from a run that a serial diagnosis let start.
  await waitForDiagnosis(api);
  const splitId = await diagnosedSplit(api);
  const { id: experimentId } = await makeExperiment(api, {
    name: 'Promoted for any eyes',
    pace: 'fast',
    splitId,
  });
  const run = await startOnceDiagnosed(api, { experimentId, kind: 'combee', seed: 5 });
  await waitForEnd(api, run.id);
  const tag = `-${Date.now()}`;
  const { draftedCanaryId } = await makeSlot(api, `drafted${tag}`);
  const promotions = await makePromotions({ api, reviewer: apiOf(approver, baseURL), runId: run.id }, tag);
  for (const place of [...promotionPlaces(promotions), ...promotionScenes(promotions, draftedCanaryId)])
    await test.step(place.name, () => expectUsable(page, place));
  for (const scene of approverScenes(promotions))
    await test.step(scene.name, () => expectUsable(approver, scene));
  await approver.context().close();
});

test('So are the webhooks, with what became of their posts', async ({ page, api }) => {
  test.setTimeout(240_000);
  await makeWebhooks(api);
  for (const scene of WEBHOOK_SCENES) await test.step(scene.name, () => expectUsable(page, scene));
});
