import { test } from 'vitest';
import { expectBackgroundNotJudged, expectSelectedJudged } from '../../testing/guests/tabs-of-guest.ts';

test.each(['bring'])('the tab that was selected last is judged (%s)', expectSelectedJudged);

test.each(['/moves'])('a tab that by itself %s in the background is not judged', expectBackgroundNotJudged);
