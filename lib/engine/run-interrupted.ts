/** The run was asked to pause, or its worker is closing. Not an error: the journal holds all that was paid. */
export class RunInterrupted extends Error {
  constructor() {
    super('The run was interrupted; its journal holds every answer.');
    this.name = 'RunInterrupted';
  }
}
