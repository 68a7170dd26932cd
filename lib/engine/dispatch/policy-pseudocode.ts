import type { DispatchSettings } from '@/lib/domain/scheduling';

/**
 * A dispatch policy as pseudocode that another engineer can build from alone. It is the policy, not a picture
 * of it: a reference interpreter (lib/testing/pseudocode) runs this very text, and a test holds its batches to those of
 * the dispatcher. Triggers that are off are not printed.
 */
export function policyPseudocode(settings: DispatchSettings): string {
  return [HEAD, constants(settings), BUCKET, look(settings)].join('\n\n');
}

const HEAD = `# Dispatch policy, version 1: which waiting requests go out together, when, and why.
#
# From outside come
#   line             what waits, oldest first; a request has arrived_ms, prompt_tokens and tokens (prompt + answer)
#   now_ms           the time in milliseconds
#   lanes            how many calls may be in flight; lanes_busy of them are
#   reward_variance  of the last 64 rollouts' scores; none while there are fewer than 8
#   hurrying         true while a candidate of higher priority waits for this iteration to end
#
# Run look() whenever a request arrives, a lane is freed, a reward comes in, hurrying changes or the alarm rings;
# what happens in one moment is looked at once. "send" writes the batch and its reason down, then takes its
# requests out of the line and gives each a lane. "wake at" sets the one alarm.`;

function constants({ queueTarget, maxWaitMs, ...rest }: DispatchSettings): string {
  const lines: readonly (readonly [string, number | null])[] = [
    ['QUEUE_TARGET', queueTarget],
    ['MAX_WAIT_MS', maxWaitMs],
    ['UTILISATION_FLOOR', rest.utilisationFloor],
    ['VARIANCE_FLOOR', rest.rewardVarianceFloor],
    ['TOKEN_BUDGET', rest.tokenBudget],
  ];
  const numbers = lines.flatMap(([name, value]) => (value === null ? [] : [`let ${name} = ${plain(value)}`]));
  return [...numbers, `let LENGTH_BOUNDS = [${rest.lengthBuckets.map(plain).join(', ')}]`].join('\n');
}

/** Never in scientific notation, which readers of pseudocode need not know. */
const plain = (value: number) => (String(value).includes('e') ? value.toFixed(20) : String(value));

const BUCKET = `# How many of the bounds a prompt passes; exactly at a bound is below it.
define bucket(tokens):
  let passed = 0
  for each bound in LENGTH_BOUNDS:
    if tokens > bound:
      let passed = passed + 1
  return passed`;

/** One branch a trigger, in the order in which they are asked; the first that holds is the reason. */
function triggers(settings: DispatchSettings): readonly (readonly [condition: string, reason: string])[] {
  const given: readonly (readonly [boolean, string, string])[] = [
    [true, 'hurrying', 'preempted'],
    [settings.queueTarget !== null, 'count(line) >= QUEUE_TARGET', 'queue'],
    [settings.maxWaitMs !== null, 'now_ms - oldest.arrived_ms >= MAX_WAIT_MS', 'wait'],
    [settings.utilisationFloor !== null, 'lanes_busy < UTILISATION_FLOOR * lanes', 'utilisation'],
    [
      settings.rewardVarianceFloor !== null,
      'reward_variance != none and reward_variance < VARIANCE_FLOOR',
      'rewardVariance',
    ],
    [true, 'lanes_busy == 0', 'drain'],
  ];
  return given.flatMap(([isOn, condition, reason]) => (isOn ? [[condition, reason] as const] : []));
}

function look(settings: DispatchSettings): string {
  const branches = triggers(settings).flatMap(([condition, reason], index) => [
    `    ${index === 0 ? 'if' : 'else if'} ${condition}:`,
    `      let reason = "${reason}"`,
  ]);
  const wake = settings.maxWaitMs === null ? [] : ['      wake at oldest.arrived_ms + MAX_WAIT_MS'];
  return `# One batch after the other, as long as something is due and has a lane.
define look():
  while count(line) > 0 and lanes_busy < lanes:
    let oldest = first(line)
${branches.join('\n')}
    else:
${[...wake, '      stop'].join('\n')}

    # First fit, oldest first, within the oldest one's bucket. The oldest always goes: alone, if it is too large.
    let batch = []
    let tokens_left = TOKEN_BUDGET
    for each request in line:
      if count(batch) < lanes - lanes_busy and bucket(request.prompt_tokens) == bucket(oldest.prompt_tokens):
        if count(batch) == 0 or request.tokens <= tokens_left:
          append request to batch
          let tokens_left = tokens_left - request.tokens

    send batch because reason
    let lanes_busy = lanes_busy + count(batch)
`;
}
