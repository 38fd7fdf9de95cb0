import { settings, siteTitle } from '../../../harness/publish/board/settings.ts';
import { cardOf, previewPng } from '../../data/preview.ts';
import { type Card, cards } from '../../history/cards.ts';
import { absolute, stamp } from '../../history/this-build.ts';

/** Only a page with an absolute address has a card, because other sites load it from there. */
export const getStaticPaths = () =>
  absolute === null
    ? []
    : [...cards].map(([path, card]) => ({ params: { page: path.slice(1, -1) }, props: { card } }));

export const GET = async ({ props: { card } }: { props: { card: Card } }) =>
  new Response(await previewPng(cardOf(card, stamp, siteTitle), settings.cache), {
    headers: { 'content-type': 'image/png' },
  });
