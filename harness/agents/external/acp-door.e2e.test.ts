import { test } from 'vitest';
import { expectNotPlayed, expectPassed } from '../../testing/guests/acp-agent.ts';

test.each([''])(
  'an agent that speaks ACP is prompted, allowed its calls, and says when it is done (%s)',
  expectPassed,
);

test.each([['--fails', 'before it asked for anything: over ACP: no such model']])(
  'one that breaks off before it asks for anything is no agent that played (%s)',
  expectNotPlayed,
);
