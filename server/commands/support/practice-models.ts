import type { ApiClient } from './api-client';

/**
 * A provider of our own on an instance's practice model, at a pace of our own, and its models by role: what an
 * experiment takes as `models`. The hardware is the practice model's, so one serial diagnosis serves every pace.
 */
export async function practiceModels(
  api: ApiClient,
  pace: {
    readonly name: string;
    readonly timeScale: string;
    readonly concurrency?: number;
    /** Effects of the practice model, beside its pace. */
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const { items } = await api.get<{ items: { baseUrl: string; practice: boolean; hardware: string }[] }>(
    '/api/v1/providers',
  );
  const practice = items.find((provider) => provider.practice);
  if (!practice) throw new Error('This instance has no practice model.');
  const provider = await api.post<{ id: string }>('/api/v1/providers', {
    name: pace.name,
    baseUrl: practice.baseUrl,
    hardware: practice.hardware,
    headers: { 'x-practice-time-scale': pace.timeScale, ...pace.headers },
    concurrency: pace.concurrency ?? 128,
  });
  const names = { serving: 'practice-task', proposer: 'practice-proposer', evaluator: 'practice-judge' };
  for (const name of Object.values(names)) {
    const price = { usdPerMillionIn: 0.3, usdPerMillionOut: 1.2, usdPerMillionCached: null };
    await api.put(`/api/v1/providers/${provider.id}/models`, { name, contextTokens: 128_000, ...price });
  }
  return Object.fromEntries(
    Object.entries(names).map(([role, model]) => [role, { providerId: provider.id, model }]),
  );
}
