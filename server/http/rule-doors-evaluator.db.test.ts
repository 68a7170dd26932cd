import { EVALUATOR_CASES } from './testing/rule-cases/evaluator-cases';
import { testRules } from './testing/test-rules';

testRules(EVALUATOR_CASES);
