import { readSiteHistory } from './read-site-history.ts';
import { resultsDir } from './settings.ts';

/** Read once a build: ten thousand commits are not read again for every page. */
export const siteHistory = readSiteHistory(resultsDir);
