import { describe, expect, it } from 'vitest';
import { isLoopbackUrl, isSameOrigin, placeOf } from './loopback';

describe('the names of this computer', () => {
  it('are one origin at one port, and another at another', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST']) {
      expect([host, isLoopbackUrl(`http://${host}:11434/v1`)]).toEqual([host, true]);
      expect(isSameOrigin(`http://${host}:11434/v1`, 'http://127.0.0.1:11434')).toBe(true);
      expect(isSameOrigin(`http://${host}:11434/v1`, 'http://127.0.0.1:11435')).toBe(false);
      expect(isSameOrigin(`https://${host}:11434/v1`, 'http://127.0.0.1:11434')).toBe(false);
    }
  });

  it('are no other private address, and no name that only begins like one', () => {
    for (const url of ['http://127.0.0.2/', 'http://10.0.0.1/', 'http://localhost.evil.example/', 'nonsense'])
      expect([url, isLoopbackUrl(url)]).toEqual([url, false]);
  });

  it('are named with their port', () => {
    expect(placeOf('http://localhost:11434/v1')).toBe('localhost:11434');
    expect(placeOf('http://[::1]/v1')).toBe('[::1]:80');
    expect(placeOf('https://10.0.0.1')).toBe('10.0.0.1:443');
  });
});
