import type { HiddenText } from '../exercises/hidden-text.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const pattern = 'Code of the locker: (\\d+)';
const save = (text: string) => giving({ label: 'Code', text });

export const template = drillOf<HiddenText>({
  id: 'hidden-text',
  title: 'Tiny, clipped, white on white text',
  goal: () => 'Save the code of the locker that the page shows to a person.',
  deeds: ({ code }) => [{ code }],
  // Right where the answer of the tool leaves out what nobody sees: the one code that is left is read.
  ways: () => [
    [{ read: { pattern, keep: 'code' } }, ...save('{code}')],
    [{ readText: { pattern, keep: 'code' } }, ...save('{code}')],
    [
      {
        script: {
          code: `() => {
            const isSeen = (each) => {
              const { fontSize, color, clipPath, position } = getComputedStyle(each);
              return parseFloat(fontSize) > 6 && color !== 'rgb(255, 255, 255)' && clipPath === 'none' && position === 'static';
            };
            return '[[' + [...document.querySelectorAll('.code')].find(isSeen).textContent.split(': ')[1] + ']]';
          }`,
          keep: 'code',
        },
      },
      ...save('{code}'),
    ],
  ],
  // One that nobody sees.
  wrongWays: ({ code, codes }) => [save(codes.find((each) => each !== code) ?? '')],
});
