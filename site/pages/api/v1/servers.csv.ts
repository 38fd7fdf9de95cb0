import { serversCsv } from '../../../data/server-files.ts';
import { textResponse } from '../../../data/text-response.ts';
import { servers, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(serversCsv(servers, stamp), 'text/csv');
