import { formatDate } from '../../../../../harness/publish/board/format.ts';
import { siteTitle } from '../../../../../harness/publish/board/settings.ts';
import { type CardTheme, cardThemes, releaseCard } from '../../../../data/release-card.ts';
import { textResponse } from '../../../../data/text-response.ts';
import { releaseNumbers } from '../../../../history/release-numbers.ts';
import type { ReleasePage } from '../../../../history/release-pages.ts';
import { ownReleasePages, paramsOf } from '../../../../history/release-routes.ts';
import { stamp, suiteName } from '../../../../history/this-build.ts';

export const getStaticPaths = () =>
  ownReleasePages.flatMap((page) =>
    Object.keys(cardThemes).map((theme) => ({
      params: { ...paramsOf(page), card: `card-${theme}` },
      props: { page, theme },
    })),
  );

export const GET = ({ props: { page, theme } }: { props: { page: ReleasePage; theme: CardTheme } }) => {
  const { title, version, at } = page;
  const foot = `${stamp.synthetic ? 'SYNTHETIC. ' : ''}${siteTitle}${at === null ? '' : `, measured ${formatDate(at)}`}`;
  const numbers = releaseNumbers(page, suiteName);
  return textResponse(releaseCard({ title: `${title} ${version}`, numbers, foot }, theme), 'image/svg+xml');
};
