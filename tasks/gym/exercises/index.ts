import { autocomplete } from './autocomplete.ts';
import { canvas } from './canvas.ts';
import { charts } from './charts.ts';
import { coveringModal } from './covering-modal.ts';
import { cssOnly } from './css-only.ts';
import { datePicker } from './date-picker.ts';
import { deceptiveControls } from './deceptive-controls.ts';
import { dependentFields } from './dependent-fields.ts';
import { dialogs } from './dialogs.ts';
import { download } from './download.ts';
import { endedSession } from './ended-session.ts';
import { exactText } from './exact-text.ts';
import type { Exercise } from './exercise.ts';
import { failingRequest } from './failing-request.ts';
import { filterAndSum } from './filter-and-sum.ts';
import { frames } from './frames.ts';
import { hiddenText } from './hidden-text.ts';
import { hoverMenu } from './hover-menu.ts';
import { html5Drag } from './html5-drag.ts';
import { impossible } from './impossible.ts';
import { infiniteScroll } from './infinite-scroll.ts';
import { innerScroll } from './inner-scroll.ts';
import { keyCombination } from './key-combination.ts';
import { longMemory } from './long-memory.ts';
import { lyingAria } from './lying-aria.ts';
import { maskedInput } from './masked-input.ts';
import { multiStepForm } from './multi-step-form.ts';
import { pointerDrag } from './pointer-drag.ts';
import { popups } from './popups.ts';
import { pressAndHold } from './press-and-hold.ts';
import { printView } from './print-view.ts';
import { reRenderingList } from './re-rendering-list.ts';
import { richText } from './rich-text.ts';
import { rightClick } from './right-click.ts';
import { selectAndListbox } from './select-and-listbox.ts';
import { shadowRoots } from './shadow-roots.ts';
import { sliders } from './sliders.ts';
import { tableEdit } from './table-edit.ts';
import { timeAndStepper } from './time-and-stepper.ts';
import { upload } from './upload.ts';
import { virtualTable } from './virtual-table.ts';

/** In the order of the table of capabilities. */
export const exercises: readonly Exercise[] = [
  selectAndListbox,
  datePicker,
  timeAndStepper,
  sliders,
  html5Drag,
  pointerDrag,
  pressAndHold,
  hoverMenu,
  rightClick,
  keyCombination,
  autocomplete,
  multiStepForm,
  dependentFields,
  maskedInput,
  richText,
  exactText,
  upload,
  download,
  printView,
  frames,
  shadowRoots,
  canvas,
  virtualTable,
  infiniteScroll,
  innerScroll,
  filterAndSum,
  tableEdit,
  charts,
  popups,
  dialogs,
  coveringModal,
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
