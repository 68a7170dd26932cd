/**
 * Checks whether the grounds of an approval were lost while the challenger is live: a light of its run is no longer
 * green, or a rule now blocks its claim. A later step serves the challenger to more people, so each step checks again.
 * More evidence than was approved takes nothing away, and neither does a newer report. Knows no diagnosis and no run.
 */
export interface ApprovedReadiness {
  /** The code of the rule that blocks the claim; null = none. */
  readonly blockedBy: string | null;
  readonly lights: readonly { readonly name: string; readonly state: string }[];
}

/** A sentence; null = all approved grounds still hold. A prompt without a run has no grounds to lose. */
export function lostSinceApproval(
  approved: ApprovedReadiness | null,
  now: ApprovedReadiness | null,
): string | null {
  if (approved === null) return null;
  const isGreen = (readiness: ApprovedReadiness | null, light: string) =>
    readiness?.lights.some(({ name, state }) => name === light && state === 'green') ?? false;
  const out = approved.lights
    .map(({ name }) => name)
    .filter((name) => isGreen(approved, name) && !isGreen(now, name));
  if (out.length > 0)
    return `When it was approved this was shown of its run, and is no longer: ${out.join(', ')}.`;
  if (approved.blockedBy === null && now !== null && now.blockedBy !== null)
    return `When it was approved nothing stood against the claim of its run; now ${now.blockedBy} does.`;
  return null;
}
