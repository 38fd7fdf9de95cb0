import { test } from 'vitest';
import { askAtRandom, webHosts } from '../../harness/testing/ask-at-random.ts';

test.each(webHosts)('%s answers whatever it is asked', (name) => askAtRandom(name, 160));
