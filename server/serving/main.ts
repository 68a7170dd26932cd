import { AppError } from '@/lib/errors/app-error';
import { stampPeerAddresses } from '@/server/accounts/peer-address';
import { config } from '@/server/config/config';
import { closeSharedListener, sharedListener } from '@/server/events/read-events';
import { log, logOf } from '@/server/observability/log';
import { faultAnswer } from './evaluation-fault';
import { closeGateway, gateway } from './gateway';
import { listen } from './node-server';
import { makeOfrepHandler } from './ofrep-handler';
import { closeRollouts, rollouts } from './rollouts/rollouts';
import { makeRouter } from './router';
import { makeRunners } from './runners/runners';
import { closeServing, serving } from './serving';
import { answerServingHealth, answerServingMetrics } from './serving-metrics';
import { makeTraces } from './traces/traces';

/** The flag server's process: /ofrep, /gateway, /r, /runner and /otlp without Next. Ends in good order on SIGTERM or SIGINT. */

/** Below the limit after which a supervisor kills this process. */
const DRAIN_MS = 8_000;
const MIRROR_MS = 3_000;

const { server, runners, traces } = await startHere();
// The parent process waits for this line.
process.stdout.write(`Flags and the gateway are served at port ${server.port}.\n`);

async function startHere() {
  try {
    const { host, servingPort, trustProxy } = config();
    stampPeerAddresses(trustProxy);
    const runners = makeRunners(serving(), sharedListener());
    const traces = makeTraces(serving());
    const router = makeRouter({
      ofrep: makeOfrepHandler(serving()),
      gateway: gateway(),
      rollouts: rollouts().handler,
      runners: runners.handler,
      traces: traces.handler,
      metrics: (asking) => answerServingMetrics(asking, serving().keys).catch(faultAnswer),
      health: async () => answerServingHealth(serving().store),
    });
    const server = await listen(router, { host, port: servingPort }).catch((cause: unknown) => {
      if (!(cause instanceof Error) || Reflect.get(cause, 'code') !== 'EADDRINUSE') throw cause;
      const message = `Port ${servingPort} is taken: stop what listens there, or choose another with WAGGLE_SERVING_PORT.`;
      throw new AppError('CONFIG_INVALID', message, { cause });
    });
    return { server, runners, traces };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    console.error(error.userMessage);
    process.exit(1);
  }
}

let isClosing = false;

async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  // Streams and polls would hold the server open.
  serving().streams.close();
  runners.close();
  const isDrained = await server.close(DRAIN_MS);
  if (!isDrained) logOf('serving').warn('Answers that took too long were cut off.');
  await traces.close();
  await closeRollouts();
  await closeGateway(MIRROR_MS);
  await closeServing();
  await closeSharedListener().catch(() => undefined);
  process.exit(0);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    close().catch((error: unknown) => {
      log().error({ err: error }, 'The serving process did not close in good order.');
      process.exit(1);
    });
  });
}
