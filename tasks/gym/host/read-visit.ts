import type { Visit } from '../exercises/exercise.ts';

/** `path` is the path below the exercise. A body that is not a form gives no fields. */
export async function readVisit(request: Request, path: string): Promise<Visit> {
  const { searchParams } = new URL(request.url);
  const cookies = new Map(
    (request.headers.get('cookie') ?? '').split(/; */).map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    path,
    query: searchParams,
    framedBy: framedBy(request.headers),
    cookie: (name) => cookies.get(name) ?? '',
    ...(await fieldsOf(request)),
  };
}

/** Pages cannot forge these headers. */
function framedBy(headers: Headers): Visit['framedBy'] {
  if (headers.get('sec-fetch-dest') !== 'iframe') return null;
  return headers.get('sec-fetch-site') === 'cross-site' ? 'other site' : 'same site';
}

async function fieldsOf(request: Request): Promise<Pick<Visit, 'form' | 'files'>> {
  const type = request.headers.get('content-type') ?? '';
  const form = new URLSearchParams();
  const files: { field: string; name: string; text: string }[] = [];
  if (request.method !== 'POST' || !/form-data|x-www-form-urlencoded/.test(type)) return { form, files };
  for (const [field, value] of await request.formData())
    if (typeof value === 'string') form.append(field, value);
    else files.push({ field, name: value.name, text: await value.text() });
  return { form, files };
}
