import { alteredPages, atEndOfBody, page } from '../../../imitation.ts';

export const createHost = alteredPages('/rivers/elbe', (html) =>
  html === ''
    ? undefined
    : page(atEndOfBody(html, '<script>if (top !== self) top.location = self.location</script>')),
);
