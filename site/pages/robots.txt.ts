import { textResponse } from '../data/text-response.ts';
import { absolute } from '../history/this-build.ts';

const sitemap = absolute === null ? '' : `Sitemap: ${absolute('/sitemap.xml')}\n`;

export const GET = () => textResponse(`User-agent: *\nAllow: /\n${sitemap}`, 'text/plain');
