export const schemaVersion = '0.3.0';

/** What the samples of a run point to in its file: there is one result a run. */
export const resultId = 'contract';

/** A time as the format has it: seconds since 1970, as text. */
export function seconds(sinceEpochMs: number): string {
  return String(sinceEpochMs / 1000);
}

/** Details of the format are text alone: what is none is JSON. Without those that nobody knows. */
export function details(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  );
}
