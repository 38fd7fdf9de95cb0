import type { Exercise } from './exercise.ts';
import { pressAndHold } from './press-and-hold.ts';
import { selectAndListbox } from './select-and-listbox.ts';
import { upload } from './upload.ts';
import { virtualTable } from './virtual-table.ts';

/** In the order in which the board names them. */
export const exercises: readonly Exercise[] = [selectAndListbox, pressAndHold, upload, virtualTable];
