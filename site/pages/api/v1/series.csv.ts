import { seriesCsv } from '../../../data/series.ts';
import { textResponse } from '../../../data/text-response.ts';
import { siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(seriesCsv(siteHistory.standings, stamp), 'text/csv');
