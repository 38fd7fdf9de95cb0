import { and } from './and.ts';
import { domCount } from './dom-count.ts';
import { domText } from './dom-text.ts';
import { network } from './network.ts';
import { noDialog } from './no-dialog.ts';
import { not } from './not.ts';
import { or } from './or.ts';
import { screenshotClass } from './screenshot-class.ts';
import { url } from './url.ts';

/** The vocabulary. A clause kind that is not here is rejected. */
export const operators = [url, domText, domCount, network, screenshotClass, noDialog, and, or, not] as const;
