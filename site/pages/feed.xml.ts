import { absolute } from '../data/absolute.ts';
import { atomFeed } from '../data/atom-feed.ts';
import { feedEntries } from '../data/feed-entries.ts';
import { textResponse } from '../data/text-response.ts';
import { stamp } from '../data/this-build.ts';
import { siteHistory } from '../history/site-history.ts';
import { siteTrends } from '../history/site-trends.ts';

export const GET = () =>
  textResponse(
    atomFeed(feedEntries(siteHistory.commits, siteTrends), absolute, stamp),
    'application/atom+xml',
  );
