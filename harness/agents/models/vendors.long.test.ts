import { test } from 'vitest';
import { everyKindOfTurn, thirtyFullPages } from '../../testing/models/dialect-cases.ts';
import { ways } from '../../testing/models/ways.ts';

test.each(Object.keys(ways).filter((dialect) => dialect !== 'gemini'))(
  '%s: an episode with thoughts, pictures, errors and several calls a turn passes, and nothing is refused that the loop knew',
  everyKindOfTurn,
);

test.each(Object.keys(ways).filter((dialect) => dialect !== 'vllm'))(
  '%s: thirty steps of full pages end in no refusal but the one that says how long a prompt may be',
  thirtyFullPages,
);
