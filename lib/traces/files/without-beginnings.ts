import type { AssembledTrace } from '@/lib/domain/collected-trace';
import { contentHash } from '@/lib/domain/content-hash';

/**
 * Conversations without those that another one continues: recorders write one document for each call, which repeats the
 * conversation so far. Linear in the steps of all.
 */
export function withoutBeginnings(traces: readonly AssembledTrace[]): readonly AssembledTrace[] {
  const beginnings = new Set<string>();
  const keys = traces.map(({ source, trajectory }) => {
    if (source !== 'messages') return null;
    let key = '';
    for (const step of trajectory.steps) {
      if (key !== '') beginnings.add(key);
      const called = step.source === 'agent' ? step.toolCalls.map((call) => call.name + call.arguments) : [];
      key = contentHash([key, step.source, step.text, ...called].join('\u0000'));
    }
    return key;
  });
  return traces.filter((_, index) => {
    const key = keys[index];
    return key == null || !beginnings.has(key);
  });
}
