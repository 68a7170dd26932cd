import { APPROVAL_CASES } from './testing/rule-cases/approval-cases';
import { testRules } from './testing/test-rules';

testRules(APPROVAL_CASES);
