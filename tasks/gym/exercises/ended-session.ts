import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type EndedSession = { street: string; code: string };

const streets = ['Mill Lane', 'Orchard Road', 'Quay Street', 'Station Road', 'Tower Hill', 'Vine Street'];

/** A change in two steps. The session ends between them: the input is lost, and a code from the mail signs in again. */
export const endedSession = defineExercise<EndedSession>({
  id: 'ended-session',
  title: 'Account',
  draw: (random) => ({
    street: `${random.int(1, 99)} ${random.pick(streets)}`,
    code: `${random.int(100_000, 999_999)}`,
  }),
  open: ({ code }, bench) => {
    let session: 'first' | 'ended' | 'second' = 'first';
    let street: string | undefined;
    return ({ method, path, form }) => {
      if (path === 'mail') return session === 'ended' ? mail(code) : html`<p>There is no new mail.</p>`;
      if (path === 'sign-in' && method === 'POST') {
        if (session !== 'ended' || form.get('code')?.trim() !== code) return signIn('That is not the code.');
        session = 'second';
        return account('You are signed in again.');
      }
      if (session === 'ended') return signIn('');
      if (path === '') return account('');
      if (path === 'address' && method === 'GET') return address;
      if (path === 'address' && method === 'POST') {
        if (session === 'first') {
          session = 'ended';
          return signIn('');
        }
        street = form.get('street') ?? '';
        return check(street);
      }
      if (path !== 'confirm' || method !== 'POST' || street === undefined) return undefined;
      bench.record({ street });
      street = undefined;
      return saved('Your address is changed.');
    };
  },
});

const account = (notice: string) =>
  html`<p role="status">${notice}</p><p><a href="address">Change of address</a></p>`;

const address = html`<form method="post" action="address"><label>Street <input name="street" autocomplete="off"></label> <button>Continue</button></form>`;

const check = (street: string) =>
  html`<p>New street: ${street}</p><form method="post" action="confirm"><button>Confirm</button></form>`;

const mail = (code: string) =>
  html`<p>From: Accounts</p><p>Your code to sign in is ${code}</p><p><a href="./">Back to the account</a></p>`;

const signIn = (
  mistake: string,
) => html`<p>Your session has ended. We sent you a code by mail.</p><p role="alert">${mistake}</p>
<form method="post" action="sign-in"><label>Code <input name="code" autocomplete="off"></label> <button>Sign in</button></form>
<p><a href="mail">Mail</a></p>`;
