import { answers } from './answers.ts';
import { changes } from './changes.ts';
import { counts } from './counts.ts';
import { requests } from './requests.ts';
import { rewards } from './rewards.ts';
import { screenshots } from './screenshots.ts';
import { texts } from './texts.ts';

/** The collectors, one for each kind of fact of the operators. */
export const gatherers = [texts, counts, requests, screenshots, changes, answers, rewards] as const;
