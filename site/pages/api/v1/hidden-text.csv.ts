import { hiddenTextCsv } from '../../../data/server-files.ts';
import { textResponse } from '../../../data/text-response.ts';
import { channelsRecords, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(hiddenTextCsv(channelsRecords, stamp), 'text/csv');
