import { DIAGNOSIS_CASES } from './testing/rule-cases/diagnosis-cases';
import { testRules } from './testing/test-rules';

testRules(DIAGNOSIS_CASES);
