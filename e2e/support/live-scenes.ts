import { expect } from '@playwright/test';
import { type Place, pressed, runPlaces, type Scene } from './pages';
import { statusBadge, waitForRollouts } from './run-page';

/** Scenes that exist only while a run is going. Uses the run's id, regardless of who started it. */

/** Dialogs and refusals: the visible part of the page. */
export function liveScenesOf(liveRunId: string): readonly Scene[] {
  const scenes: readonly Scene[] = [
    pressed('run-priority-dialog', `/runs/${liveRunId}?tab=prompt`, 'Put a candidate first'),
    {
      name: 'run-lanes-refused',
      path: `/runs/${liveRunId}?tab=diversity`,
      arrange: async (page) => {
        await page.getByLabel('Lanes from the next iteration on').fill('4000');
        await page.getByRole('button', { name: 'Change', exact: true }).click();
        const refusal = page.getByRole('tabpanel').getByRole('alert');
        await expect(refusal).toBeVisible();
        await refusal.scrollIntoViewIfNeeded();
      },
    },
    pressed('stop-dialog', `/runs/${liveRunId}`, 'Stop'),
  ];
  return scenes.map(whileLive);
}

/** The parts of its page at full height. */
export const livePlaces = (liveRunId: string): readonly Scene[] =>
  runPlaces('live', liveRunId).map(whileLive);

/** Two small iterations: enough for a curve to begin and for a choice between candidates. */
const ROLLOUTS_MIN = 20;

/** Fails if the run has ended, rather than show an ended run as a live one. */
function whileLive(place: Place | Scene): Scene {
  return {
    ...place,
    arrange: async (page) => {
      const running = statusBadge(page, 'Running');
      await expect(running, 'The run to look at is not going any more.').toBeVisible({ timeout: 120_000 });
      await waitForRollouts(page, ROLLOUTS_MIN, 180_000);
      if ('arrange' in place) await place.arrange(page);
    },
  };
}
