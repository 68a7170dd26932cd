/** Answer of the practice model: the text, and a note that is sent in the response's headers. */
export interface PracticeReply {
  readonly text: string;
  readonly note: string | null;
  /** The tool that is called next, where the request offers tools. */
  readonly call?: ReplyCall;
}

export interface OfferedTool {
  readonly name: string;
  /** JSON Schema of its arguments, as the request has it. */
  readonly parameters: unknown;
}

export interface ReplyCall {
  readonly name: string;
  /** As JSON. */
  readonly arguments: string;
}

export const NOTE_UNKNOWN_QUESTION = 'question not in any answer key';
