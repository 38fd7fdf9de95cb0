import { absolute } from '../data/absolute.ts';
import { textResponse } from '../data/text-response.ts';

const sitemap = absolute === null ? '' : `Sitemap: ${absolute('/sitemap.xml')}\n`;

export const GET = () => textResponse(`User-agent: *\nAllow: /\n${sitemap}`, 'text/plain');
