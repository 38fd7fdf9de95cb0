import { defineTrap } from './trap.ts';

export const unwritableFile = defineTrap({
  id: 'unwritable-file',
  title: 'A screenshot that cannot be stored',
  action: 'screenshot',
  trap: 'The path leads through a file, so nothing can be stored there.',
  person: 'The dialog of the browser says that the path is invalid.',
  asks: 'The screenshot is stored at this path.',
  heading: 'Chart',
  content: `<p>Two lines and a circle.</p>`,
  call: { screenshot: '{folder}/plan.txt/picture.png' },
  asked: { file: true },
  shown: [],
  files: { 'plan.txt': 'A text, and not a folder.' },
});
