import { alteredPages, atEndOfBody, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html) =>
  html === '' ? undefined : page(atEndOfBody(html, script)),
);

/** Makes the page long enough to scroll. */
const script = `<div style="height: 3000px"></div>
<script>
addEventListener('scroll', () => history.replaceState(history.state, '', '?y=' + Math.round(scrollY)));
</script>`;
