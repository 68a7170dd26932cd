/** Answer of the practice model: the text, and a note that is sent in the response's headers. */
export interface PracticeReply {
  readonly text: string;
  readonly note: string | null;
}

export const NOTE_UNKNOWN_QUESTION = 'question not in any answer key';
