import { readJsonReply } from '@/lib/environments/terminal/read-json-reply';
import { readXmlReply } from '@/lib/environments/terminal/read-xml-reply';
import type { TerminalReply } from '@/lib/environments/terminal/terminal-reply';
import { textField } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';
import { pythonTruth } from '../python-values';

/** Replies in the manner of Terminus 2. Commands, completion and whether there is an error are exact; words are ours. */
export const adapter: GoldenAdapter = {
  groups: { json: compared(readJsonReply), xml: compared(readXmlReply) },
};

function compared(read: (text: string) => TerminalReply) {
  return (testCase: GoldenCase): Comparison[] => {
    const { commands, isTaskComplete, error } = read(textField(testCase, 'response'));
    const typed = commands.map(({ keystrokes, durationSeconds }) => ({
      keystrokes,
      duration: durationSeconds,
    }));
    return [
      { what: 'commands', actual: typed, expected: testCase.commands },
      // The peer keeps a value of another kind and takes it for true or false later.
      { what: 'is_task_complete', actual: isTaskComplete, expected: pythonTruth(testCase.is_task_complete) },
      { what: 'has_error', actual: error !== null, expected: testCase.has_error },
    ];
  };
}
