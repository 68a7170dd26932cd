import { assertBaseUrlAllowed } from '@/server/adapters/address-guard';
import { listModelsAt as listAt } from '@/server/adapters/listed-models';
import { listModels as list, openModel } from '@/server/adapters/provider-models';
import { makeWebhookPoster, type WebhookPoster } from '@/server/adapters/webhook-post';
import { config } from '@/server/config/config';

/**
 * What a route hands to a service that calls a model or a webhook within its request. A service knows ports only; here,
 * as in the worker, port and adapter meet.
 */
export const openRequestModel = openModel;
export const listModels = list;
export const listModelsAt = listAt;

/** Refuses what the operator has not allowed (private networks, plain http), as far as the text of an address tells. */
export function checkAddress(url: string): void {
  assertBaseUrlAllowed(url, config().allowedAddresses);
}

/** With a connection of its own each time: it is asked for by hand. */
export const postWebhook: WebhookPoster['post'] = async (message) => {
  const poster = makeWebhookPoster(config().allowedAddresses);
  try {
    return await poster.post(message);
  } finally {
    await poster.close();
  }
};
