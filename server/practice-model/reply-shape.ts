/** What the practice model answers: the text, and a remark for whoever reads the response's headers. */
export interface PracticeReply {
  readonly text: string;
  readonly note: string | null;
}

export const NOTE_UNKNOWN_QUESTION = 'question not in any answer key';
