import { serversFile } from '../../../data/server-files.ts';
import { servers, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(serversFile(servers, stamp));
