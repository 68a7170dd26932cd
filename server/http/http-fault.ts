/**
 * A refusal that only HTTP knows: an unknown path, a method or a media type that is not served, a foreign
 * host. Everything else is
 * an AppError, which knows nothing of statuses.
 */
export class HttpFault extends Error {
  constructor(
    readonly status: 400 | 404 | 405 | 415 | 421,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = 'HttpFault';
  }
}
