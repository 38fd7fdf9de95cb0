import { test } from 'vitest';
import { expectOpened } from '../../testing/guests/start-pages.ts';

test.each(['popup', 'alert', 'rewrites', 'moved', 'moves-on', 'busts-its-frame'])(
  'a start page that %s by itself has opened',
  expectOpened,
);
