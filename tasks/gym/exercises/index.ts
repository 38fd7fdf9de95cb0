import { cssOnly } from './css-only.ts';
import { deceptiveControls } from './deceptive-controls.ts';
import { endedSession } from './ended-session.ts';
import type { Exercise } from './exercise.ts';
import { failingRequest } from './failing-request.ts';
import { hiddenText } from './hidden-text.ts';
import { impossible } from './impossible.ts';
import { longMemory } from './long-memory.ts';
import { lyingAria } from './lying-aria.ts';
import { pressAndHold } from './press-and-hold.ts';
import { reRenderingList } from './re-rendering-list.ts';
import { selectAndListbox } from './select-and-listbox.ts';
import { upload } from './upload.ts';
import { virtualTable } from './virtual-table.ts';

/** In the order in which the board names them. */
export const exercises: readonly Exercise[] = [
  selectAndListbox,
  pressAndHold,
  upload,
  virtualTable,
  deceptiveControls,
  lyingAria,
  cssOnly,
  hiddenText,
  failingRequest,
  reRenderingList,
  longMemory,
  impossible,
  endedSession,
];
