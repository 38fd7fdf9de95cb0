import { series } from '../../../data/series.ts';
import { siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(series(siteHistory.standings, stamp));
