import type { CssOnly } from '../exercises/css-only.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const save = (text: string) => giving({ label: 'Platform', text });

export const template = drillOf<CssOnly>({
  id: 'css-only',
  title: 'Information in CSS alone',
  goal: ({ train }) => `Which platform does the train to ${train} leave from? Save its number.`,
  deeds: ({ platform }) => [{ platform }],
  ways: ({ train, trains }) => [
    [{ read: { pattern: `Platform (\\d+):\\s*${train}`, keep: 'platform' } }, ...save('{platform}')],
    [{ readText: { pattern: `Platform (\\d+):\\s*${train}`, keep: 'platform' } }, ...save('{platform}')],
    [
      {
        script: {
          code: `() => '[[' + /\\d+/.exec(getComputedStyle(document.getElementById('t${trains.indexOf(train)}'), '::before').content)[0] + ']]'`,
          keep: 'platform',
        },
      },
      ...save('{platform}'),
    ],
  ],
  // The position in the list is taken for the platform.
  wrongWays: ({ train, trains, platform }) => {
    const place = trains.indexOf(train) + 1;
    return [save(`${`${place}` === platform ? place + 1 : place}`)];
  },
});
