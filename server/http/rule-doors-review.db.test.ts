import { REVIEW_CASES } from './testing/rule-cases/review-cases';
import { testRules } from './testing/test-rules';

testRules(REVIEW_CASES);
