import { INTAKE_CASES } from './testing/rule-cases/intake-cases';
import { testRules } from './testing/test-rules';

testRules(INTAKE_CASES);
