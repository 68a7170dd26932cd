/** All that a person needs to sign in, as one text: this address as the browser knows it, e-mail and password. */
export function signInTogether(email: string, password: string) {
  const address = new URL('/sign-in', window.location.origin).href;
  return {
    text: `Address: ${address}\nE-mail: ${email}\nPassword: ${password}`,
    what: 'address, e-mail and password',
    label: 'Copy all three',
  };
}
