import type { RawStep } from '../../../harness/task/templates/template.ts';
import { euros, type FilterAndSum, perPage } from '../exercises/filter-and-sum.ts';
import { drillOf } from './helpers/drill-of.ts';

const openOf = ({ bills, payer }: FilterAndSum) =>
  bills.filter((each) => each.payer === payer && each.state === 'open');
const centsOf = (bills: FilterAndSum['bills']) => bills.reduce((sum, { cents }) => sum + cents, 0);

const filtered = (drawn: FilterAndSum): RawStep[] => [
  { select: { label: 'Payer', option: drawn.payer } },
  { select: { label: 'State', option: 'open' } },
  { click: { role: 'button', name: 'Show' } },
  { wait: `Page 1 of ${Math.ceil(openOf(drawn).length / perPage)}` },
];

const save = (total: string): RawStep[] => [
  { fill: { label: { contains: 'Total' }, text: total } },
  { click: { role: 'button', name: 'Save' } },
  { wait: 'The total is saved.' },
  { done: {} },
];

export const template = drillOf<FilterAndSum>({
  id: 'filter-and-sum',
  title: 'Sum over the pages of a filter',
  goal: ({ payer }) => `How much do the open bills of the ${payer} add up to? Save the total in euros.`,
  deeds: (drawn) => [{ cents: centsOf(openOf(drawn)) }],
  ways: (drawn) => {
    const pages = Math.ceil(openOf(drawn).length / perPage);
    const turned = Array.from({ length: pages - 1 }, (_, index): RawStep[] => [
      { click: { role: 'link', name: 'Next' } },
      { wait: `Page ${index + 2} of ${pages}` },
    ]).flat();
    return [
      [...filtered(drawn), ...turned, ...save(euros(centsOf(openOf(drawn))))],
      [
        {
          script: {
            code: `async () => {
              let cents = 0;
              for (let next = '?payer=${drawn.payer}&state=open'; next;) {
                const page = new DOMParser().parseFromString(await (await fetch(next)).text(), 'text/html');
                for (const row of page.querySelectorAll('tbody tr')) cents += Math.round(row.lastElementChild.textContent * 100);
                next = [...page.links].find((each) => each.textContent === 'Next')?.getAttribute('href');
              }
              return '[[' + (cents / 100).toFixed(2) + ']]';
            }`,
            keep: 'total',
          },
        },
        ...save('{total}'),
      ],
    ];
  },
  wrongWays: (drawn) => [
    // Only the first page is added up.
    [...filtered(drawn), ...save(euros(centsOf(openOf(drawn).slice(0, perPage))))],
    // Paid bills are included.
    save(euros(centsOf(drawn.bills.filter(({ payer }) => payer === drawn.payer)))),
  ],
});
