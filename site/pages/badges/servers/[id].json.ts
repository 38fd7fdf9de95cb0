import { type Badge, releaseBadges, serverBadges, shieldsBadge } from '../../../data/badge.ts';
import { serverKey } from '../../../history/releases.ts';
import { releasePages, servers, stamp, suiteName } from '../../../history/this-build.ts';

export const getStaticPaths = () =>
  [...serverBadges(servers, suiteName, stamp), ...releaseBadges(releasePages, suiteName, stamp)].map(
    ([id, badge]) => ({
      params: { id: serverKey(id) },
      props: { badge },
    }),
  );

export const GET = ({ props: { badge } }: { props: { badge: Badge } }) => Response.json(shieldsBadge(badge));
