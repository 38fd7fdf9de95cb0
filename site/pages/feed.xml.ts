import { siteTitle } from '../../harness/publish/board/settings.ts';
import { absolute } from '../data/absolute.ts';
import { atomFeed } from '../data/atom-feed.ts';
import { feedEntries } from '../data/feed-entries.ts';
import { textResponse } from '../data/text-response.ts';
import { siteHistory, siteTrends, stamp } from '../history/this-build.ts';

export const GET = () =>
  textResponse(
    atomFeed(feedEntries(siteHistory.commits, siteTrends), absolute, stamp, siteTitle),
    'application/atom+xml',
  );
