import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { assertAddressAllowed, assertBaseUrlAllowed, isPublicAddress } from './address-guard';
import { openSecret, sealSecret } from './secret-box';

describe('the address guard', () => {
  it.each(['8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.5.5',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    'nonsense',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    [['127.0.0.1'], true],
    [['127.0.0.1:4010'], true],
    [['127.0.0.1:4011'], false],
    [['127.0.0.0/8'], true],
    [['10.0.0.0/8'], false],
    [['localhost'], true],
    [['localhost:4010'], true],
    [['[::1]:4010'], true],
    [['localhost:4011'], false],
  ])('with %o allowed, loopback at port 4010 passes: %s', (allowed, passes) => {
    const check = () => assertBaseUrlAllowed('http://127.0.0.1:4010/v1', allowed);
    if (passes) expect(check).not.toThrow();
    else expect(check).toThrow(/private network/);
  });

  it.each(['localhost', '[::1]', '127.0.0.1'])(
    'takes %s as the same place as the listed loopback',
    (host) => {
      expect(() => assertBaseUrlAllowed(`http://${host}:4010/v1`, ['127.0.0.1:4010'])).not.toThrow();
      expect(() => assertBaseUrlAllowed(`http://${host}:4011/v1`, ['127.0.0.1:4010'])).toThrow(AppError);
    },
  );

  it('takes no foreign name for loopback, and no loopback name that leads elsewhere', () => {
    const to = (hostname: string) => ({ protocol: 'http:', hostname, port: 4010 });
    expect(() => assertAddressAllowed(to('evil.example'), '127.0.0.2', ['localhost:4010'])).toThrow(AppError);
    expect(() => assertAddressAllowed(to('localhost'), '10.0.0.1', ['127.0.0.1:4010'])).toThrow(AppError);
    expect(() => assertAddressAllowed(to('localhost'), '::1', ['127.0.0.1:4010'])).not.toThrow();
  });

  it.each([
    ['http://10.1.2.3:8000/v1', '10.1.2.3:8000'],
    ['http://models.lan/v1', 'models.lan:80'],
    ['https://[fd00::1]/v1', '[fd00::1]:443'],
  ])('says of %s which entry allows it, and that entry does', (url, entry) => {
    const refusal = (() => {
      try {
        assertBaseUrlAllowed(url, []);
        return null;
      } catch (error) {
        return AppError.is(error) ? error.howToProceed : null;
      }
    })();
    expect(refusal?.[0]).toContain(`Add ${entry} to WAGGLE_ALLOWED_ADDRESSES`);
    expect(() => assertBaseUrlAllowed(url, [entry])).not.toThrow();
  });

  it('judges a name by what it resolves to, at the moment of connecting', () => {
    const to = { protocol: 'https:', hostname: 'rebind.example.com', port: 443 };
    expect(() => assertAddressAllowed(to, '93.184.216.34', [])).not.toThrow();
    expect(() => assertAddressAllowed(to, '127.0.0.1', [])).toThrow(/private network/);
  });

  it('takes no address that carries a password', () => {
    expect(() => assertBaseUrlAllowed('https://user:pass@api.example.com/v1', [])).toThrow(
      /user or password/,
    );
  });
});

describe('the secret box', () => {
  it('opens what it sealed, and nothing that was sealed for another or changed on the way', () => {
    const sealed = sealSecret('sk-1', 'prv_a', 'secret');
    expect(openSecret(sealed, 'prv_a', 'secret')).toBe('sk-1');
    expect(sealSecret('sk-1', 'prv_a', 'secret')).not.toBe(sealed);
    for (const [text, context, secret] of [
      [sealed, 'prv_b', 'secret'],
      [sealed, 'prv_a', 'other'],
      [`${sealed.slice(0, -2)}AA`, 'prv_a', 'secret'],
      ['v1.AAAA', 'prv_a', 'secret'],
    ] as const) {
      expect(() => openSecret(text, context, secret)).toThrow(/cannot be opened/);
    }
  });
});
