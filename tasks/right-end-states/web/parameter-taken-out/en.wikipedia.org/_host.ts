import { alteredPages, atEndOfBody, page } from '../../../imitation.ts';

export const createHost = alteredPages('/wiki/', (html) =>
  html === '' ? undefined : page(atEndOfBody(html, script)),
);

const script = `<script>
const address = new URL(location.href);
if (address.searchParams.has('wprov')) {
  address.searchParams.delete('wprov');
  history.replaceState(history.state, '', address);
}
</script>`;
