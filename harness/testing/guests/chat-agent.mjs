/**
 * An agent that drives the browser itself, and only sends the requests of chat completions in its first argument: a list
 * of the fields of each. It prints each answer; the text of the last one is its answer.
 */
import { writeFileSync } from 'node:fs';

const { ANSWER_FILE, MODEL, OPENAI_API_KEY, OPENAI_BASE_URL } = process.env;
let last = '';
for (const fields of JSON.parse(process.argv[2])) {
  const answer = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: MODEL, ...fields }),
  });
  last = await answer.text();
  process.stdout.write(`${answer.status} ${last}\n`);
}
writeFileSync(ANSWER_FILE, JSON.stringify({ success: true, answer: last }));
