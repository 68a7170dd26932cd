/**
 * What an approval rests on can be lost while the challenger is live already: a light of its run goes out, or something
 * comes to stand against its claim. A step that begins later shows it to more people, so it is asked again then. More
 * evidence than was approved takes nothing away, and neither does a newer report. Knows no diagnosis and no run.
 */
export interface ApprovedReadiness {
  /** The code of what stands against the claim; null = nothing. */
  readonly blockedBy: string | null;
  readonly lights: readonly { readonly name: string; readonly state: string }[];
}

/** A sentence; null = all that was approved still holds. Of a prompt that no run stands behind nothing can be lost. */
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
