import { ledgerPool } from '@/server/ledger/pool';
import { carryScorings } from '../traces/carry-scorings';

/** A process that does nothing but carry scorings of traces, for a test that kills it. */
carryScorings(ledgerPool());
