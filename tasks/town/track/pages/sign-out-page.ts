import type { Page } from './page.ts';

/** Signing out and in again. */
export const signOutPage: Page = (site) => {
  site.post('/sign-out', (exchange) => {
    exchange.setSignedIn(false);
    return exchange.lead('/sign-in');
  });
  site.get('/sign-in', ({ lead }) => lead('/home'));
  site.post('/sign-in', (exchange) => {
    exchange.setSignedIn(true);
    return exchange.lead('/home');
  });
};
