import { type Badge, badgeSvg, releaseBadges, serverBadges } from '../../../data/badge.ts';
import { textResponse } from '../../../data/text-response.ts';
import { serverKey } from '../../../history/releases.ts';
import { releasePages, servers, stamp, suiteName } from '../../../history/this-build.ts';

export const getStaticPaths = () =>
  [...serverBadges(servers, suiteName, stamp), ...releaseBadges(releasePages, suiteName, stamp)].map(
    ([id, badge]) => ({
      params: { id: serverKey(id) },
      props: { badge },
    }),
  );

export const GET = ({ props: { badge } }: { props: { badge: Badge } }) =>
  textResponse(badgeSvg(badge), 'image/svg+xml');
