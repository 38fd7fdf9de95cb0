import { allRows, type GroupedRow } from '../../../harness/publish/board/leaderboard.ts';
import { badgeOf, badgeSvg } from '../../data/badge.ts';
import { textResponse } from '../../data/text-response.ts';
import { siteHistory, stamp } from '../../history/this-build.ts';

export const getStaticPaths = () =>
  allRows(siteHistory.standings).map((shown) => ({ params: { id: shown.row.id }, props: { shown } }));

export const GET = ({ props: { shown } }: { props: { shown: GroupedRow } }) =>
  textResponse(badgeSvg(badgeOf(shown, stamp)), 'image/svg+xml');
