/** The token is after the `#` of the address, which browsers never send to a server. */
function token() {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown }} [options]
 */
async function send(path, { method = 'GET', body } = {}) {
  const secret = token();
  const response = await fetch(`/bench${path}`, {
    method,
    headers: {
      ...(secret && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  const { code, error } = await response
    .json()
    .catch(() => ({ code: response.status, error: response.statusText }));
  throw new Error(
    code === 'BENCH_UNAUTHORIZED'
      ? 'This manager requires a token: open the page as /bench#token=…'
      : `${code}: ${error}`,
  );
}

/**
 * @template T
 * @param {string} path
 * @param {{ method?: string, body?: unknown }} [options]
 * @returns {Promise<T>}
 */
export async function ask(path, options) {
  return (await send(path, options)).json();
}

/**
 * The events of a run, until its end. Read with fetch, because an EventSource cannot send the token.
 * @param {string} runId
 * @returns {AsyncGenerator<import('../active-runs.ts').RunEvent>}
 */
export async function* eventsOf(runId) {
  const { body } = await send(`/runs/${encodeURIComponent(runId)}/events`);
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const parts = (text + chunk.value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s, 2)));
      yield { event: fields.event, data: JSON.parse(fields.data) };
    }
  }
}
