import { AppError } from '@/lib/errors/app-error';

/** Pieces of a file as texts: UTF-8 and nothing else, since a wrong decoding gives examples that look right. */
export class TextOfBytes {
  // The importer takes the byte order mark off; here it must not vanish unnoticed between files.
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private isBegun = false;

  constructor(private readonly name: string) {}

  take(piece: Uint8Array): string {
    if (!this.isBegun) this.assertText(piece);
    this.isBegun = true;
    return this.decode(piece, true);
  }

  end(): string {
    return this.decode(new Uint8Array(0), false);
  }

  private decode(piece: Uint8Array, stream: boolean): string {
    try {
      return this.decoder.decode(piece, { stream });
    } catch (error) {
      throw new AppError(
        'IMPORT_REJECTED',
        `${this.name} is no UTF-8 text. Save it as UTF-8 and send it again.`,
        { cause: error },
      );
    }
  }

  private assertText([first, second]: Uint8Array): void {
    const { name } = this;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      throw new AppError('IMPORT_REJECTED', `${name} is UTF-16. Save it as UTF-8 and send it again.`);
    if (first === 0x50 && second === 0x4b)
      throw new AppError(
        'IMPORT_REJECTED',
        `${name} is a zip archive or a spreadsheet. Send its files as JSON lines, JSON, CSV or TSV.`,
      );
  }
}
