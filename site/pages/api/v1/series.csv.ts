import { seriesCsv } from '../../../data/series.ts';
import { textResponse } from '../../../data/text-response.ts';
import { stamp } from '../../../data/this-build.ts';
import { siteHistory } from '../../../history/site-history.ts';

export const GET = () => textResponse(seriesCsv(siteHistory.standings, stamp), 'text/csv');
