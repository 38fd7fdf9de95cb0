import { formatDate } from '../../../../../harness/publish/board/format.ts';
import { siteTitle } from '../../../../../harness/publish/board/settings.ts';
import { type CardTheme, cardThemes, changeCard, releaseCard } from '../../../../data/release-card.ts';
import { textResponse } from '../../../../data/text-response.ts';
import { changeWords } from '../../../../history/release-changes.ts';
import { releaseNumbers } from '../../../../history/release-numbers.ts';
import type { ReleasePage } from '../../../../history/release-pages.ts';
import { ownReleasePages, paramsOf } from '../../../../history/release-routes.ts';
import { releaseChanges, stamp, suiteName } from '../../../../history/this-build.ts';

/** The numbers of a release, and its changes if there is an earlier release to compare. */
export const getStaticPaths = () =>
  ownReleasePages.flatMap((page) =>
    Object.keys(cardThemes).flatMap((theme) =>
      (releaseChanges.get(page.path)?.changes ? ['card', 'changes'] : ['card']).map((kind) => ({
        params: { ...paramsOf(page), card: `${kind}-${theme}` },
        props: { page, kind, theme },
      })),
    ),
  );

type Props = { page: ReleasePage; kind: string; theme: CardTheme };

export const GET = ({ props: { page, kind, theme } }: { props: Props }) => {
  const { title, version, at } = page;
  const foot = `${stamp.synthetic ? 'SYNTHETIC. ' : ''}${siteTitle}${at === null ? '' : `, measured ${formatDate(at)}`}`;
  const { before = null, changes = null } = releaseChanges.get(page.path) ?? {};
  if (kind === 'changes' && before && changes) {
    const words = changeWords(changes, suiteName);
    const since = before.version;
    const card = changeCard({ title: `${title} ${version}`, since, words, foot }, theme);
    return textResponse(card, 'image/svg+xml');
  }
  const numbers = releaseNumbers(page, suiteName);
  return textResponse(releaseCard({ title: `${title} ${version}`, numbers, foot }, theme), 'image/svg+xml');
};
