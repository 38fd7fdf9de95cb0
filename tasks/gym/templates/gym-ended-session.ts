import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { EndedSession } from '../exercises/ended-session.ts';
import { drillOf } from './helpers/drill-of.ts';

const enter = ({ street }: EndedSession): RawStep[] => [
  { click: { role: 'link', name: 'Change of address' } },
  { fill: { label: 'Street', text: street } },
  { click: { role: 'button', name: 'Continue' } },
];

const signIn: readonly RawStep[] = [
  { click: { role: 'link', name: 'Mail' } },
  { read: { pattern: 'Your code to sign in is (\\d+)', keep: 'code' } },
  { click: { role: 'link', name: 'Back to the account' } },
  { fill: { label: 'Code', text: '{code}' } },
  { click: { role: 'button', name: 'Sign in' } },
  { wait: 'You are signed in again.' },
];

export const template = drillOf<EndedSession>({
  id: 'ended-session',
  title: 'Expired session, code from the mail',
  goal: ({ street }) => `Change the street of your address to ${street}.`,
  deeds: ({ street }) => [{ street }],
  ways: (drawn) => [
    [
      ...enter(drawn),
      { wait: 'Your session has ended.' },
      ...signIn,
      ...enter(drawn),
      { click: { role: 'button', name: 'Confirm' } },
      { wait: 'Your address is changed.' },
      { done: {} },
    ],
  ],
  // After the second sign-in, the change is assumed to be done.
  wrongWays: (drawn) => [[...enter(drawn), { wait: 'Your session has ended.' }, ...signIn, { done: {} }]],
});
