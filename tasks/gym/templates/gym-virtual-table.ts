import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { VirtualTable } from '../exercises/virtual-table.ts';
import { drillOf } from './helpers/drill-of.ts';

const give = (bin: string): RawStep[] => [
  { fill: { label: 'Bin', text: bin } },
  { click: { role: 'button', name: 'Save' } },
  { wait: 'Saved.' },
  { done: {} },
];

export const template = drillOf<VirtualTable>({
  id: 'virtual-table',
  title: 'Virtualised table',
  goal: ({ wanted }) => `In which bin is part ${wanted.number}? Save it in the form.`,
  deeds: ({ wanted }) => [{ bin: wanted.bin }],
  ways: ({ wanted }) => {
    return [
      [
        { click: { role: 'region', name: 'Parts' } },
        { seek: { role: 'cell', name: wanted.number, key: 'PageDown' } },
        { read: { role: 'cell', after: wanted.number, keep: 'bin' } },
        ...give('{bin}'),
      ],
      // For servers that cannot click the region: Tab past the field and the button.
      [
        { press: 'Tab' },
        { press: 'Tab' },
        { press: 'Tab' },
        { seek: { role: 'cell', name: wanted.number, key: 'PageDown' } },
        { read: { role: 'cell', after: wanted.number, keep: 'bin' } },
        ...give('{bin}'),
      ],
      [
        {
          script: {
            code: `async () => {
              const view = document.getElementById('view');
              for (view.scrollTop = 0; ; view.scrollTop += 200) {
                await new Promise((drawn) => setTimeout(drawn, 30));
                const row = [...document.querySelectorAll('[role=row]')].find((each) => each.textContent.startsWith(${JSON.stringify(wanted.number)}));
                if (row) return '[[' + row.lastElementChild.textContent + ']]';
              }
            }`,
            keep: 'bin',
          },
        },
        ...give('{bin}'),
      ],
    ];
  },
  // The first rows are taken for the whole table: a similar number in view.
  wrongWays: ({ parts }) => [[...give(parts[0]?.bin ?? '')]],
});
