import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { RightClick } from '../exercises/right-click.ts';
import { drillOf } from './helpers/drill-of.ts';

const archive = (file: string): RawStep[] => [
  { click: { role: 'menuitem', name: 'Archive' } },
  { wait: `Archive: ${file} is done.` },
  { done: {} },
];

export const template = drillOf<RightClick>({
  id: 'right-click',
  title: 'Context menu',
  goal: ({ file }) => `Archive the file ${file}.`,
  deeds: ({ file }) => [{ file, action: 'Archive' }],
  ways: ({ file }) => [
    [{ rightClick: { role: 'button', name: file } }, ...archive(file)],
    // The menu key of the keyboard.
    [{ click: { role: 'button', name: file } }, { press: 'ContextMenu' }, ...archive(file)],
    [{ click: { role: 'button', name: file } }, { press: 'Shift+F10' }, ...archive(file)],
  ],
  wrongWays: ({ file, files }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => {
            document.querySelector('[data-file=${file}]').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
            [...document.querySelectorAll('[role=menuitem]')].find((each) => each.textContent === 'Archive').click();
          }`,
        },
      },
      { done: {} },
    ],
    // The action that a left click offers.
    [
      { click: { role: 'button', name: file } },
      { click: { role: 'button', name: 'Move to bin' } },
      { wait: `Move to bin: ${file} is done.` },
      { done: {} },
    ],
    ...files
      .filter((each) => each !== file)
      .slice(0, 1)
      .map((other) => [{ rightClick: { role: 'button', name: other } }, ...archive(other)]),
  ],
});
