import type { Trajectory, TrajectoryStep } from '@/lib/domain/trajectory';

/**
 * The trajectory with private values replaced in every text, as examples are. Ids, names, numbers and the order of steps
 * stay. Arguments are replaced as text, so a number may become a placeholder that is not JSON.
 */
export function scrubTrajectory(trajectory: Trajectory, redact: (text: string) => string): Trajectory {
  const tools = trajectory.tools.map((tool) => ({
    ...tool,
    description: redact(tool.description),
    parameters: redact(tool.parameters),
  }));
  return { ...trajectory, tools, steps: trajectory.steps.map((step) => scrubStep(step, redact)) };
}

function scrubStep(step: TrajectoryStep, redact: (text: string) => string): TrajectoryStep {
  if (step.source !== 'agent') return { ...step, text: redact(step.text) };
  return {
    ...step,
    text: redact(step.text),
    reasoning: redact(step.reasoning),
    toolCalls: step.toolCalls.map((call) => ({ ...call, arguments: redact(call.arguments) })),
    results: step.results.map((result) => ({ ...result, content: redact(result.content) })),
  };
}
