import type { Candidate } from '@/lib/domain/candidate';
import type { InsightSteering, SteeringCommand } from '@/lib/domain/insight-steering';
import type { RunManifest } from '@/lib/domain/manifest';
import type { Update } from '@/lib/domain/update';

/** How people pin, edit and ban single lines of a method's text. It holds whatever the method does to the text. */
export interface LineSteering {
  /** The candidate and the steering after these commands; without commands, the candidate as the steering holds it. */
  take(
    candidate: Candidate,
    before: InsightSteering,
    commands: readonly SteeringCommand[],
  ): { readonly candidate: Candidate; readonly steering: InsightSteering };
  /** The part of an update that the steering lets through. */
  screen(update: Update, steering: InsightSteering, manifest?: RunManifest): Update;
}
