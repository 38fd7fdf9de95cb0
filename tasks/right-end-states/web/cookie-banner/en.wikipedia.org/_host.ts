import { alteredPages, atEndOfBody, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html) =>
  html === '' ? undefined : page(atEndOfBody(html, banner)),
);

const banner = `<div id="banner" style="position: fixed; inset: auto 0 0; background: #eee">
We use cookies. <button type="button" onclick="localStorage.setItem('seen', '1'); this.parentElement.remove()">Close</button>
</div>`;
