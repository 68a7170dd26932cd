import { CANARY_CASES } from './testing/rule-cases/canary-cases';
import { testRules } from './testing/test-rules';

testRules(CANARY_CASES);
