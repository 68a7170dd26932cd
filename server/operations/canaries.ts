import * as approvals from '@/lib/contracts/approvals';
import * as canaries from '@/lib/contracts/canaries';
import { serve } from '@/server/http/serve';
import { advanceCanary } from '@/server/services/promotion/count/advance-canary';
import { approveCanary, requestChanges } from '@/server/services/promotion/decide/approve-canary';
import {
  amendCanary,
  draftCanary,
  goLiveWithCanary,
  registerCanary,
  revertCanary,
  startCanary,
  withdrawCanary,
} from '@/server/services/promotion/decide/canary-drafts';
import { computeCanaryPower } from '@/server/services/promotion/read/compute-power';
import { readApproval } from '@/server/services/promotion/read/read-approval';
import { listCanaries, readCanary } from '@/server/services/promotion/read/read-canaries';
import {
  createCanaryComment,
  deleteCanaryComment,
  listCanaryComments,
} from '@/server/services/promotion/review/canary-comments';
import { withClock } from './with-clock';

/** Canaries, from the draft to the end, with their approvals and comments. */
export const served = [
  serve(canaries.advanceCanary, withClock(advanceCanary)),
  serve(approvals.readApproval, withClock(readApproval)),
  serve(approvals.approveCanary, withClock(approveCanary)),
  serve(approvals.requestCanaryChanges, withClock(requestChanges)),
  serve(approvals.deleteCanaryComment, deleteCanaryComment),
  serve(approvals.listCanaryComments, listCanaryComments),
  serve(approvals.createCanaryComment, createCanaryComment),
  serve(canaries.goLiveWithCanary, withClock(goLiveWithCanary)),
  serve(canaries.registerCanary, withClock(registerCanary)),
  serve(canaries.revertCanary, withClock(revertCanary)),
  serve(canaries.readCanary, withClock(readCanary)),
  serve(canaries.amendCanary, withClock(amendCanary)),
  serve(canaries.startCanary, withClock(startCanary)),
  serve(canaries.withdrawCanary, withClock(withdrawCanary)),
  serve(canaries.computeCanaryPower, withClock(computeCanaryPower)),
  serve(canaries.listCanaries, listCanaries),
  serve(canaries.draftCanary, withClock(draftCanary)),
];
