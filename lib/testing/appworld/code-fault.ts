/** Code of an agent that failed, in the words of Python. */
export class CodeFault extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}
