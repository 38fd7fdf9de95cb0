import { badgeOf, shieldsBadge } from '../../data/badge.ts';
import { allRows, type GroupedRow } from '../../data/headline.ts';
import { stamp } from '../../data/this-build.ts';
import { siteHistory } from '../../history/site-history.ts';

export const getStaticPaths = () =>
  allRows(siteHistory.standings).map((shown) => ({ params: { id: shown.row.id }, props: { shown } }));

export const GET = ({ props: { shown } }: { props: { shown: GroupedRow } }) =>
  Response.json(shieldsBadge(badgeOf(shown, stamp)));
