import { CLAIM_CASES } from './testing/rule-cases/claim-cases';
import { testRules } from './testing/test-rules';

testRules(CLAIM_CASES);
