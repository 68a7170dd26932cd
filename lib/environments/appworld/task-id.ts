/** An id of the benchmark: `1a2b3c4_2:tag` is variant 2 of the scenario 1a2b3c4, with a tag in lists only. */
export interface TaskId {
  readonly scenarioId: string;
  readonly number: number;
  /** Empty = none. */
  readonly tag: string;
  /** As the server takes it. */
  readonly bare: string;
}

/** Null where the text is no id of a task. */
export function readTaskId(text: string): TaskId | null {
  const [bare = '', tag = ''] = text.split(':');
  const parts = bare.split('_');
  const [scenarioId = '', number = ''] = parts;
  if (parts.length !== 2 || !/^\s*\d{1,9}\s*$/.test(number)) return null;
  return { scenarioId, number: Number(number), tag: tag.trim(), bare };
}
