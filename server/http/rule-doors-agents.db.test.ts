import { AGENT_CASES } from './testing/rule-cases/agent-cases';
import { testRules } from './testing/test-rules';

testRules(AGENT_CASES);
