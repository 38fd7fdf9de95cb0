import type { CreateHost } from '../../../harness/web/host-handler.ts';
import { serveSite } from '../site/serve-site.ts';
import { onFirstUse } from '../state/on-first-use.ts';
import { pages } from './pages/index.ts';
import { exchangeOf } from './parts/exchange.ts';
import { readForm } from './parts/read-form.ts';
import { openTrack, volatileTables } from './state/track.ts';

/** The issue tracker of the signed-in person and the rest of the town. It is created on the first request. */
export const createTrack: CreateHost = (world) => {
  const track = onFirstUse(() => openTrack(world));
  return {
    fetch: serveSite(() => ({
      world,
      store: track().store,
      session: 'track session',
      home: { path: '/home', link: 'To the home page' },
      pages,
      exchangeOf: (context, form) => exchangeOf(track(), context, form),
      readForm,
    })),
    tables: () => track().store.tables(),
    volatile: volatileTables,
  };
};
