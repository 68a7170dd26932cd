/** `i<iteration>.<ordinal of the reflection>.<index in it>`: unique in its run, and short, since prompts carry it. */
export function insightId(iteration: number, ordinal: number, index: number): string {
  return `i${iteration}.${ordinal}.${index}`;
}

export interface InsightIdParts {
  readonly iteration: number;
  readonly ordinal: number;
  readonly index: number;
}

/** Null for a text that is no insight's id. */
export function readInsightId(text: string): InsightIdParts | null {
  const match = /^i(\d+)\.(\d+)\.(\d+)$/.exec(text);
  if (match === null) return null;
  return { iteration: Number(match[1]), ordinal: Number(match[2]), index: Number(match[3]) };
}
