import { badgeOf, shieldsBadge } from '../data/badge.ts';
import { headline, stamp } from '../history/this-build.ts';

export const GET = () => Response.json(shieldsBadge(badgeOf(headline, stamp)));
