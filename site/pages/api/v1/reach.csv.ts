import { reachCsv } from '../../../data/release-files.ts';
import { textResponse } from '../../../data/text-response.ts';
import { releasePages, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(reachCsv(releasePages, stamp), 'text/csv');
