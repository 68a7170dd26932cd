import { DIVERSITY_CASES } from './testing/rule-cases/diversity-cases';
import { testRules } from './testing/test-rules';

testRules(DIVERSITY_CASES);
