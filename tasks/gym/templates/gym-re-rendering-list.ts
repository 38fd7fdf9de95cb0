import type { ReRenderingList } from '../exercises/re-rendering-list.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<ReRenderingList>({
  id: 're-rendering-list',
  title: 'List that re-renders before the click',
  goal: ({ name }) => `Cancel the subscription ${name}, and no other.`,
  deeds: ({ name }) => [{ name }],
  ways: ({ name, names }) => {
    const button = (of: string) => ({ role: 'button', name: `Cancel ${of}` });
    const [first = ''] = names;
    const end = [{ click: button(name) }, { wait: `${name} is cancelled.` }, { done: {} }];
    return [
      // The pointer is on the list, and what stands there now is read again.
      [{ hover: button(first) }, ...end],
    ];
  },
  // What was read before is clicked.
  wrongWays: ({ name }) => [
    [{ click: { role: 'button', name: `Cancel ${name}` } }, { wait: 'is cancelled.' }, { done: {} }],
  ],
});
