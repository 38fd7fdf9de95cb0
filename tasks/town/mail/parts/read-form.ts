/** The fields of a form; files as text, because the mailbox accepts only text files. */
export type Form = {
  readonly fields: URLSearchParams;
  readonly files: readonly { readonly name: string; readonly text: string }[];
};

export const emptyForm: Form = { fields: new URLSearchParams(), files: [] };

/** Null if the body is not a form. */
export async function readForm(request: Request): Promise<Form | null> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    return { fields: new URLSearchParams(await request.text()), files: [] };
  const data = await request.formData().catch(() => null);
  if (!data) return null;
  const fields = new URLSearchParams();
  const files: File[] = [];
  for (const [name, value] of data)
    if (typeof value === 'string') fields.append(name, value);
    else if (value.name !== '') files.push(value);
  return {
    fields,
    files: await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))),
  };
}
