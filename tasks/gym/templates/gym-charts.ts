import type { RawStep } from '../../../harness/task/templates/template.ts';
import { barOf, type Charts, months, pointOf } from '../exercises/charts.ts';
import { drillOf } from './helpers/drill-of.ts';

const save = (visitors: string, rain: string): RawStep[] => [
  { fill: { role: 'textbox', label: 'Visitors', text: visitors } },
  { fill: { role: 'textbox', label: 'Rain in mm', text: rain } },
  { click: { role: 'button', name: 'Save' } },
  { wait: 'Saved.' },
  { done: {} },
];

const readVisitors = (month: number): RawStep => ({
  read: { pattern: `${months[month]}: (\\d+) visitors`, keep: 'visitors' },
});

const visitorsOf = (month: number): RawStep[] => [
  { hover: { role: 'img', name: `Visitors in ${months[month]}` } },
  readVisitors(month),
];

export const template = drillOf<Charts>({
  id: 'charts',
  title: 'Values of charts, in SVG and on a canvas',
  goal: ({ visitorsMonth, rainMonth }) =>
    `How many visitors came in ${months[visitorsMonth]}, and how much rain fell in ${months[rainMonth]}? Save both exact values.`,
  deeds: ({ visitors, rain, visitorsMonth, rainMonth }) => [
    { visitors: visitors[visitorsMonth] ?? 0, rain: rain[rainMonth] ?? 0 },
  ],
  ways: (drawn) => {
    const { visitorsMonth, rainMonth } = drawn;
    const { x, y } = pointOf(drawn, rainMonth);
    const read: RawStep = { read: { pattern: `${months[rainMonth]}: (\\d+) mm`, keep: 'rain' } };
    return [
      [...visitorsOf(visitorsMonth), { clickAt: { x, y } }, read, ...save('{visitors}', '{rain}')],
      // Pointing at the bar's position works too.
      [
        { clickAt: barOf(drawn, visitorsMonth) },
        readVisitors(visitorsMonth),
        { clickAt: { x, y } },
        read,
        ...save('{visitors}', '{rain}'),
      ],
      // The position of the point comes from a screenshot.
      [
        {
          script: {
            code: `() => {
              document.querySelector('rect[data-count="${visitorsMonth}"]').dispatchEvent(new PointerEvent('pointerenter'));
              return '[[' + /: (.*) visitors/.exec(document.getElementById('tip').textContent)[1] + ']]';
            }`,
            keep: 'visitors',
          },
        },
        {
          script: {
            code: `() => {
              document.querySelector('canvas').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: ${x}, clientY: ${y} }));
              return '[[' + /: (.*) mm/.exec(document.getElementById('tip').textContent)[1] + ']]';
            }`,
            keep: 'rain',
          },
        },
        ...save('{visitors}', '{rain}'),
      ],
    ];
  },
  wrongWays: ({ visitors, rain, visitorsMonth, rainMonth }) => [
    // Both values are read off the heights, so neither is exact.
    save(
      `${Math.round((visitors[visitorsMonth] ?? 0) / 100) * 100 + 50}`,
      `${Math.round((rain[rainMonth] ?? 0) / 10) * 10 + 5}`,
    ),
    // The rain value is guessed.
    [...visitorsOf(visitorsMonth), ...save('{visitors}', `${(rain[rainMonth] ?? 0) + 2}`)],
    // The neighbouring month.
    [...visitorsOf(visitorsMonth + 1), ...save('{visitors}', `${rain[rainMonth + 1] ?? 0}`)],
  ],
});
