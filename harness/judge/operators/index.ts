import { and } from './and.ts';
import { answer } from './answer.ts';
import { domCount } from './dom-count.ts';
import { domText } from './dom-text.ts';
import { network } from './network.ts';
import { noDialog } from './no-dialog.ts';
import { not } from './not.ts';
import { or } from './or.ts';
import { reward } from './reward.ts';
import { screenshotClass } from './screenshot-class.ts';
import { state } from './state.ts';
import { url } from './url.ts';

/** The vocabulary. A clause of another kind is rejected. */
export const operators = [
  url,
  domText,
  domCount,
  network,
  screenshotClass,
  noDialog,
  state,
  answer,
  reward,
  and,
  or,
  not,
] as const;
