import {
  compareRollouts,
  getRollout,
  listTrajectorySteps,
  readTrajectory,
  searchTrajectory,
} from '@/lib/contracts/rollouts';
import { type ApiPage, asked, type OpenPage } from './page-request';

/** The pages of rollouts of agents. An address that names no attempt asks for the first one. */
export const ROLLOUT_PAGES: readonly ApiPage[] = [
  {
    path: '/rollouts/compare',
    asks: (page) => [asked(compareRollouts, { rolloutId: page.said('a') ?? '' }, { with: page.said('b') })],
    otherwise: 'Choose two rollouts first; the request that compares them is shown here then.',
  },
  { path: '/rollouts/{rolloutId}', asks: ofRollout },
];

function ofRollout(page: OpenPage) {
  const rolloutId = page.param('rolloutId');
  const params = { rolloutId, attempt: page.said('attempt') ?? '1' };
  const q = page.said('q');
  return [
    asked(getRollout, { rolloutId }),
    asked(readTrajectory, params),
    asked(listTrajectorySteps, params),
    q === null ? null : asked(searchTrajectory, params, { q }),
  ];
}
