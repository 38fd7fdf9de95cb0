import type { Page } from './page.ts';

/** Signing out and in again; what a browser that signed out is shown instead of mail is in `signed-out.ts`. */
export const signOutPage: Page = (site) => {
  site.post('/sign-out', (exchange) => {
    exchange.setSignedIn(false);
    return exchange.lead('/sign-in');
  });
  site.get('/sign-in', ({ lead }) => lead('/folder/inbox'));
  site.post('/sign-in', (exchange) => {
    exchange.setSignedIn(true);
    return exchange.lead('/folder/inbox');
  });
};
