import { LAUNCH_CASES } from './testing/rule-cases/launch-cases';
import { testRules } from './testing/test-rules';

testRules(LAUNCH_CASES);
