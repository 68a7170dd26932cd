import { metricsOf } from '@/lib/environments/appworld/metrics';
import { readTaskId } from '@/lib/environments/appworld/task-id';
import { isRefusedByPeer, textField } from '../case-fields';
import type { GoldenAdapter, GoldenCase } from '../golden-adapter';

/** Goal completion of tasks and scenarios, and the parts of an id. */
export const adapter: GoldenAdapter = {
  groups: {
    metrics: (testCase) => {
      const { tasks, scenarios } = metricsOf(resultsOf(testCase));
      return [
        // Nothing measured is 0 to the peer, and no figure to us.
        { what: 'tasks', actual: tasks.percent ?? 0, expected: testCase.task_goal_completion },
        { what: 'scenarios', actual: scenarios.percent ?? 0, expected: testCase.scenario_goal_completion },
      ];
    },

    task_ids: (testCase) => {
      const id = readTaskId(textField(testCase, 'task_id'));
      if (isRefusedByPeer(testCase)) return [{ what: 'refuses', actual: id === null, expected: true }];
      return [
        { what: 'scenario', actual: id?.scenarioId, expected: testCase.scenario_id },
        { what: 'number', actual: id?.number, expected: testCase.number },
        { what: 'tag', actual: id?.tag, expected: testCase.tag },
        { what: 'bare', actual: id?.bare, expected: testCase.bare },
      ];
    },
  },
};

function resultsOf({ success_by_task }: GoldenCase) {
  if (typeof success_by_task !== 'object' || success_by_task === null)
    throw new TypeError('the field "success_by_task" is no object');
  return Object.entries(success_by_task).map(([taskId, success]) => ({
    ...{ taskId, difficulty: null },
    success: success === true,
  }));
}
