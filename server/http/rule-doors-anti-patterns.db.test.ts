import { ANTI_PATTERN_CASES } from './testing/rule-cases/anti-pattern-cases';
import { testRules } from './testing/test-rules';

testRules(ANTI_PATTERN_CASES);
