import { answers } from './answers.ts';
import { changes } from './changes.ts';
import { counts } from './counts.ts';
import { requests } from './requests.ts';
import { screenshots } from './screenshots.ts';
import { texts } from './texts.ts';

/** What collects each kind of fact that operators carry. */
export const gatherers = [texts, counts, requests, screenshots, changes, answers] as const;
