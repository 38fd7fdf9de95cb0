import { siteTitle } from '../../harness/publish/board/settings.ts';
import { atomFeed, feedEntries } from '../data/feed.ts';
import { textResponse } from '../data/text-response.ts';
import {
  absolute,
  audits,
  releaseChanges,
  releasePages,
  siteHistory,
  siteTrends,
  skillRuns,
  stamp,
  suiteName,
} from '../history/this-build.ts';

export const GET = () =>
  textResponse(
    atomFeed(
      feedEntries(siteHistory.commits, siteTrends, {
        releases: releasePages,
        changes: releaseChanges,
        audits: audits.records,
        skills: skillRuns,
        suiteName,
      }),
      absolute,
      stamp,
      siteTitle,
    ),
    'application/atom+xml',
  );
