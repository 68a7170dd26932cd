import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTar } from './tar-read';
import { writeTar } from './tar-write';

const file = (at: string, content: string, isExecutable = false) => ({
  ...{ path: at, isExecutable },
  content: Buffer.from(content),
});

describe('an archive', () => {
  it('gives back the files that were written to it', () => {
    const files = [
      file('/a', ''),
      file('/b/c', 'x'.repeat(1_234), true),
      file(`/${'ä/'.repeat(90)}z`, 'last'),
    ];
    const read = readTar(writeTar(files));
    expect(read?.leftOut).toEqual([]);
    expect(read?.files).toEqual(files.map((each) => ({ ...each, path: each.path.slice(1) })));
  });

  it.each(['gnu', 'pax', 'ustar'])('of the format %s is read, without links and folders', (format) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waggle-tar-'));
    const long = `${'long'.repeat(20)}/${'name'.repeat(20)}`;
    mkdirSync(path.join(folder, path.dirname(long)));
    writeFileSync(path.join(folder, long), 'inside');
    symlinkSync('/etc/passwd', path.join(folder, 'link'));
    const archive = execFileSync('tar', ['-C', folder, `--format=${format}`, '-cf', '-', '.']);
    rmSync(folder, { recursive: true });
    expect(readTar(archive)).toEqual({ files: [file(long, 'inside')], leftOut: ['link'] });
  });

  it('leads nowhere by the names in it', () => {
    const good = writeTar([file('/aa/bb', 'x')]);
    for (const name of ['../bb', '/aa/b', 'aa//b', 'a/../b']) {
      const forged = Buffer.from(good);
      forged.fill(0, 0, 100);
      forged.write(name, 0);
      expect(readTar(forged)).toEqual({ files: [], leftOut: [name] });
    }
  });

  it('that is cut off or says a wrong size is no archive', () => {
    const good = writeTar([file('/a', 'x'.repeat(2_000))]);
    expect(readTar(good.subarray(0, 1_000))).toBeNull();
    const forged = Buffer.from(good);
    forged.write('77777777777', 124);
    expect(readTar(forged)).toBeNull();
    expect(readTar(Buffer.alloc(0))).toBeNull();
  });
});
