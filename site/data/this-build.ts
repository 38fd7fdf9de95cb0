import { join } from 'node:path';
import { readReferences } from '../../harness/result/references.ts';
import { asOf } from '../history/as-of.ts';
import { resultsDir, synthetic } from '../history/settings.ts';
import { siteHistory } from '../history/site-history.ts';
import { suites } from '../history/task-pages.ts';
import { headlineOf } from './headline.ts';
import { stampOf } from './stamp.ts';

/** What the data files of this build share, computed once. */
export const stamp = stampOf(asOf(process.env.SOURCE_DATE_EPOCH, siteHistory.newestMs), synthetic);
export const headline = headlineOf(siteHistory.standings, [...suites.keys()]);
export const references = readReferences(join(resultsDir, 'references.json'));
