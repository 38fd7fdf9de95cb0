import { test } from 'vitest';
import {
  expectEndsWithBrowser,
  expectEndsWithLauncher,
  expectStays,
  launchers,
} from '../../testing/guests/launchers.ts';

test.each(Object.keys(launchers))('%s gets the browser that is there, which stays', expectStays);

test.each(['--remote-debugging-port=0'])('with %s it ends with the browser', expectEndsWithBrowser);

test.each(['--remote-debugging-port=0'])('with %s it ends with a launcher that is killed', (flag) =>
  expectEndsWithLauncher(flag),
);
