import * as rehearsal from '@/lib/contracts/rehearsal';
import { serve } from '@/server/http/serve';
import { readRehearsal } from '@/server/services/promotion/practice/read-rehearsal';
import { startPracticeTraffic } from '@/server/services/promotion/practice/start-practice-traffic';
import { withClock } from './with-clock';

/** The practice slot: read, and given traffic. */
export const served = [
  serve(rehearsal.readRehearsal, readRehearsal),
  serve(rehearsal.startPracticeTraffic, withClock(startPracticeTraffic)),
];
