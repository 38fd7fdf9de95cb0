import { badgeOf, badgeSvg } from '../data/badge.ts';
import { textResponse } from '../data/text-response.ts';
import { headline, stamp } from '../history/this-build.ts';

export const GET = () => textResponse(badgeSvg(badgeOf(headline, stamp)), 'image/svg+xml');
