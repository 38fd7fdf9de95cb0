import { ariaDisabledButton } from './aria-disabled-button.ts';
import { coveredButton } from './covered-button.ts';
import { cutText } from './cut-text.ts';
import { deadHost } from './dead-host.ts';
import { disabledButton } from './disabled-button.ts';
import { disabledField } from './disabled-field.ts';
import { disabledOption } from './disabled-option.ts';
import { downloadLink } from './download-link.ts';
import { failingRequest } from './failing-request.ts';
import { hiddenButton } from './hidden-button.ts';
import { invalidForm } from './invalid-form.ts';
import { keptPage } from './kept-page.ts';
import { maskedField } from './masked-field.ts';
import { missingDialog } from './missing-dialog.ts';
import { missingFile } from './missing-file.ts';
import { missingOption } from './missing-option.ts';
import { missingTab } from './missing-tab.ts';
import { missingText } from './missing-text.ts';
import { movedRow } from './moved-row.ts';
import { notFound } from './not-found.ts';
import { numberField } from './number-field.ts';
import { oldReference } from './old-reference.ts';
import { paintedField } from './painted-field.ts';
import { readOnlyField } from './read-only-field.ts';
import { redrawnRow } from './redrawn-row.ts';
import { refusedDrop } from './refused-drop.ts';
import { refusedFile } from './refused-file.ts';
import { refusingField } from './refusing-field.ts';
import { removedNode } from './removed-node.ts';
import { replacedNode } from './replaced-node.ts';
import type { Trap } from './trap.ts';
import { undoneCheck } from './undone-check.ts';
import { undoneChoice } from './undone-choice.ts';
import { unreachableButton } from './unreachable-button.ts';
import { unwritableFile } from './unwritable-file.ts';

/** In the order of the table: by action. */
export const traps: readonly Trap[] = [
  disabledButton,
  coveredButton,
  unreachableButton,
  ariaDisabledButton,
  oldReference,
  redrawnRow,
  movedRow,
  removedNode,
  hiddenButton,
  replacedNode,
  failingRequest,
  invalidForm,
  downloadLink,
  readOnlyField,
  disabledField,
  refusingField,
  cutText,
  maskedField,
  numberField,
  paintedField,
  missingOption,
  disabledOption,
  undoneChoice,
  undoneCheck,
  missingFile,
  refusedFile,
  refusedDrop,
  notFound,
  deadHost,
  keptPage,
  missingText,
  unwritableFile,
  missingTab,
  missingDialog,
];
