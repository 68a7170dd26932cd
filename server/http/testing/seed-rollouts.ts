import { longTrajectory } from '@/lib/testing/builders/long-trajectory';
import { SEEDED_AGENT, seedAgent, seedRollout } from '@/server/services/rollouts/testing/seed-rollout';
import type { TestApi } from './test-api';

/** Two ended rollouts of one task by one agent, for requests to name. */
export async function seedRollouts({ workspaceId }: TestApi, made: number) {
  const [rolloutId, other] = [`ro_freshrollout${made}`, `ro_otherrollout${made}`];
  await seedAgent(workspaceId);
  await seedRollout({ id: rolloutId, workspaceId, trajectory: longTrajectory({ agentSteps: 12 }) });
  await seedRollout({ id: other, workspaceId, trajectory: longTrajectory({ agentSteps: 12, turnsAt: 6 }) });
  return { agentId: SEEDED_AGENT.id, rolloutId, attempt: '1', with: other };
}
