import type { Actor } from '@/lib/domain/actor';
import type { Trajectory } from '@/lib/domain/trajectory';
import { longTrajectory, SYSTEM_LINES } from '@/lib/testing/builders/long-trajectory';
import { db } from '@/server/db/client';
import { SEEDED_AGENT, seedAgent, seedRollout } from '@/server/services/rollouts/testing/seed-rollout';
import type { Scenario, SeededPage } from './scenario';

/**
 * Rollouts of an agent without a run: one of 10,000 steps, one before and one after learning, one with text that looks
 * like markup, one whose prompt was not injected, and one without a step.
 */
const QUESTION = 'Book a trip from Bern to Milan next week, below 200 francs.';
const LEARNED = [...SYSTEM_LINES, '[trip-00003] Hold the seat first, then read the page of the offer.'];

const HOSTILE: Trajectory = {
  ...longTrajectory({ agentSteps: 0 }),
  broken: [],
  steps: [
    { source: 'system', branch: 0, atMs: 0, text: '<script>document.title = "changed"</script> Be brief.' },
    {
      source: 'user',
      branch: 0,
      atMs: 0,
      text: '[Open](javascript:document.title="changed") ![x](http://127.0.0.1/x)',
    },
    {
      ...{ source: 'agent', branch: 0, atMs: 20, reasoning: '', model: 'practice-task', finish: 'stop' },
      text: '<img src=x onerror="document.title=1"> **not bold**',
      toolCalls: [{ id: 'c', name: '<b>tool</b>', arguments: '{"html":"<svg onload=alert(1)>"}' }],
      results: [{ callId: 'c', content: '<a href="javascript:alert(1)">go</a>', isError: true }],
      metrics: { tokensIn: 10, tokensOut: 5, tokensCached: 0, costUsd: null, delayMs: null, by: 'proxy' },
    },
  ],
};

const ROLLOUTS = [
  { title: 'Rollout of 10,000 steps', id: 'ro_seededlong0001' },
  { title: 'Rollout before learning', id: 'ro_seededbefore01' },
  { title: 'Rollout after learning', id: 'ro_seededafter001' },
  { title: 'Rollout with markup in its texts', id: 'ro_seededmarkup01' },
  { title: 'Rollout whose prompt was not injected', id: 'ro_seededinvalid1' },
  { title: 'Rollout without a step', id: 'ro_seededempty001' },
] as const;

export const TRAJECTORIES: Scenario = {
  name: 'trajectories',
  about:
    'Rollouts of an agent: 10,000 steps, before and after learning, text that looks like markup, no step.',
  async make({ actor: { workspaceId } }) {
    const [long, before, after, markup, invalid, empty] = ROLLOUTS.map(({ id }) => ({
      ...{ id, workspaceId, question: QUESTION, system: SYSTEM_LINES.join('\n') },
    })) as [Seeded, Seeded, Seeded, Seeded, Seeded, Seeded];
    await seedAgent(workspaceId);
    const huge = longTrajectory({ agentSteps: 9_900, branchSteps: 98 });
    await seedRollout({ ...long, trajectory: huge, question: 'Book every trip of the year.' });
    await seedRollout({ ...before, trajectory: longTrajectory({ agentSteps: 60 }), reward: 0.33 });
    const learned = longTrajectory({ agentSteps: 52, turnsAt: 8, branchSteps: 6 });
    await seedRollout({ ...after, trajectory: learned, system: LEARNED.join('\n'), reward: 0.66 });
    await seedRollout({
      ...markup,
      trajectory: HOSTILE,
      question: '<script>document.title = "changed"</script>',
    });
    const unseen = longTrajectory({ agentSteps: 4 });
    await seedRollout({ ...invalid, trajectory: unseen, injection: 'failed', status: 'failed' });
    await seedRollout({ ...empty, trajectory: null, status: 'stopped' });
  },
  async clear({ workspaceId }) {
    await db().rollout.deleteMany({ where: { workspaceId, agentId: SEEDED_AGENT.id } });
    await db().agent.deleteMany({ where: { workspaceId, id: SEEDED_AGENT.id } });
  },
  pages: rolloutPages,
};

type Seeded = Pick<Parameters<typeof seedRollout>[0], 'id' | 'workspaceId' | 'question' | 'system'>;

async function rolloutPages({ workspaceId }: Actor): Promise<readonly SeededPage[]> {
  const there = await db().rollout.findFirst({ where: { workspaceId, agentId: SEEDED_AGENT.id } });
  if (there === null) return [];
  const [, before, after] = ROLLOUTS;
  return [
    ...ROLLOUTS.map(({ title, id }) => ({ title, path: `/rollouts/${id}` })),
    { title: 'Before and after learning', path: `/rollouts/compare?a=${before.id}&b=${after.id}` },
  ];
}
