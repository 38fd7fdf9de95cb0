import { serversRecords } from '../../../history/this-build.ts';

export const GET = () => Response.json({ servers: serversRecords });
