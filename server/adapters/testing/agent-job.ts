import { ROLLOUT_VERSION, type RolloutJob } from '@/lib/domain/rollout-documents';

/** A job as an agent is given it, with addresses of no server. */
export function agentJob(more: Partial<RolloutJob> = {}): RolloutJob {
  const base = 'http://127.0.0.1:9/r/ro_testrollout/1';
  return {
    version: ROLLOUT_VERSION,
    rolloutId: 'ro_testrollout',
    attempt: 1,
    task: { input: { question: 'How many legs has a bee?', context: '' }, files: [] },
    candidate: { hash: 'sha256:00', components: { system: 'Count carefully.' } },
    seed: 7,
    deadlineSeconds: 60,
    limits: { modelCalls: 4, tokens: 10_000, usd: null },
    model: {
      name: 'task',
      openaiBaseUrl: `${base}/openai/v1`,
      anthropicBaseUrl: `${base}/anthropic`,
      apiKey: 'wgr_test',
    },
    control: {
      heartbeatUrl: `${base}/heartbeat`,
      resultUrl: `${base}/outcome`,
      heartbeatSeconds: 15,
      apiKey: 'wgr_test',
    },
    ...more,
  };
}
