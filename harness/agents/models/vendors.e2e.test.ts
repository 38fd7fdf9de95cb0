import { test } from 'vitest';
import { everyKindOfTurn, thirtyFullPages } from '../../testing/models/dialect-cases.ts';

test.each(['gemini'])(
  '%s: an episode with thoughts, pictures, errors and several calls a turn passes, and nothing is refused that the loop knew',
  everyKindOfTurn,
);

test.each(['vllm'])(
  '%s: thirty steps of full pages end in no refusal but the one that says how long a prompt may be',
  thirtyFullPages,
);
