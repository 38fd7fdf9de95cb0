// Before the history is waited for: what is parsed meanwhile need not be read again for its page.
import './commit-results.ts';
import { readSiteHistory, type SiteHistory } from './read-site-history.ts';
import { resultsDir } from './settings.ts';

/** Read once a build, by its thread (`build-thread.ts`): ten thousand commits are not read again for every page. */
export const siteHistory: SiteHistory = (await globalThis.historyOfBuild) ?? readSiteHistory(resultsDir);
