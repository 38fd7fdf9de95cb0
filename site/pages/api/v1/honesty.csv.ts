import { honestyCsv } from '../../../data/release-files.ts';
import { textResponse } from '../../../data/text-response.ts';
import { releasePages, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(honestyCsv(releasePages, stamp), 'text/csv');
