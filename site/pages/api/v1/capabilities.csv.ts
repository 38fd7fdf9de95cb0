import { capabilitiesCsv } from '../../../data/server-files.ts';
import { textResponse } from '../../../data/text-response.ts';
import { capabilitiesRecords, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(capabilitiesCsv(capabilitiesRecords, stamp), 'text/csv');
