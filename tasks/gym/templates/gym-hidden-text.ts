import type { HiddenText } from '../exercises/hidden-text.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const pattern = 'Code of the locker: (\\d+)';
const save = (text: string) => giving({ label: 'Code', text });

export const template = drillOf<HiddenText>({
  id: 'hidden-text',
  title: 'Tiny, clipped and white-on-white text',
  goal: () => 'Which locker code does the page show to a person? Save it.',
  deeds: ({ code }) => [{ code }],
  // Correct for tools that leave out invisible text: the only code that is left is read.
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
  // An invisible code.
  wrongWays: ({ code, codes }) => [save(codes.find((each) => each !== code) ?? '')],
});
