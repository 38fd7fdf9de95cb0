import type { HoverMenu } from '../exercises/hover-menu.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<HoverMenu>({
  id: 'hover-menu',
  title: 'Menus that show on hover',
  goal: ({ month, format }) =>
    `Have the report for ${month} sent as ${format === 'Spreadsheet' ? 'a spreadsheet' : format.toLowerCase()}.`,
  deeds: ({ month, format }) => [{ month, format }],
  ways: ({ month, format }) => [
    [
      { hover: { role: 'link', name: 'Reports' } },
      { hover: { role: 'link', name: month } },
      { click: { role: 'button', name: format } },
      { wait: 'The report is sent.' },
      { done: {} },
    ],
    // For servers that list all menus, hidden ones too: the menu of the month.
    [
      { hover: { role: 'link', name: 'Reports' } },
      { hover: { role: 'link', name: month } },
      { click: { role: 'button', name: format, after: month } },
      { wait: 'The report is sent.' },
      { done: {} },
    ],
  ],
  wrongWays: ({ month, format }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => { document.querySelector('nav [data-month=${month}][data-format="${format}"]').click(); }`,
        },
      },
      { done: {} },
    ],
    // The page behind the link offers one format only.
    [
      { click: { role: 'link', name: 'Reports' } },
      { click: { role: 'button', name: `Send ${month}` } },
      { wait: 'The report is sent.' },
      { done: {} },
    ],
  ],
});
