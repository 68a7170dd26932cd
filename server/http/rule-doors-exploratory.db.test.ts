import { EXPLORATORY_CASES } from './testing/rule-cases/exploratory-cases';
import { testRules } from './testing/test-rules';

testRules(EXPLORATORY_CASES);
