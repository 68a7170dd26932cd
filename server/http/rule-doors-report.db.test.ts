import { REPORT_CASES } from './testing/rule-cases/report-cases';
import { testRules } from './testing/test-rules';

testRules(REPORT_CASES);
