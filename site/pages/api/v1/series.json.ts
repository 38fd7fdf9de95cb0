import { series } from '../../../data/series.ts';
import { stamp } from '../../../data/this-build.ts';
import { siteHistory } from '../../../history/site-history.ts';

export const GET = () => Response.json(series(siteHistory.standings, stamp));
