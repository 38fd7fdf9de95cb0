import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Popups } from '../exercises/popups.ts';
import { drillOf } from './helpers/drill-of.ts';

const readCode = (payee: string | undefined): RawStep[] => [
  { click: { role: 'link', name: `Code for ${payee}` } },
  { tab: 'embed.test/popups/code' },
  { read: { pattern: 'Your code is (\\d+)', keep: 'code' } },
];

const codeFor = (payee: string | undefined): RawStep[] => [
  ...readCode(payee),
  { tab: 'gym.test/popups/' },
  ...confirm,
];

const said: RawStep[] = [{ wait: 'The transfer is confirmed.' }, { done: {} }];

const confirm: RawStep[] = [
  { fill: { label: 'Code', text: '{code}' } },
  { click: { role: 'button', name: 'Confirm' } },
];

// The other tab is on another site, so scripts in the first tab cannot read it.
export const template = drillOf<Popups>({
  id: 'popups',
  title: 'A second tab',
  goal: ({ wanted }) => `Confirm the transfer to ${wanted}, and no other.`,
  deeds: ({ wanted }) => [{ confirmed: wanted }],
  ways: ({ wanted }) => [
    [...codeFor(wanted), ...said],
    // The new tab is closed. The first tab comes back by itself or is switched to.
    [...readCode(wanted), { closeTab: true }, { tab: 'gym.test/popups/' }, ...confirm, ...said],
  ],
  wrongWays: ({ payees, wanted }) => [
    // In one tab: leaving the page for the code makes the page request a new code later.
    [
      {
        open: `https://embed.test/popups/code?transfer=${payees.indexOf(wanted)}&request=1`,
      },
      { read: { pattern: 'Your code is (\\d+)', keep: 'code' } },
      { open: 'https://gym.test/popups/' },
      ...confirm,
      { wait: 'This code is not valid here.' },
      { done: {} },
    ],
    [
      ...codeFor(payees.find((payee) => payee !== wanted)),
      { wait: 'The transfer is confirmed.' },
      { done: {} },
    ],
  ],
});
