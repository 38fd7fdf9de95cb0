import { alteredPages, atEndOfBody, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html) =>
  html === '' ? undefined : page(atEndOfBody(html, counter)),
);

const counter = `<p id="readers"></p>
<script>setInterval(() => { document.querySelector('#readers').textContent = Math.round(performance.now()) + ' readers' }, 40)</script>`;
