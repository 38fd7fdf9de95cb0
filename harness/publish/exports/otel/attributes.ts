/** OTLP in JSON: 64-bit integers are strings, and an empty value stands for null. */
type AnyValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: string;
  doubleValue?: number;
  arrayValue?: { values: AnyValue[] };
  kvlistValue?: { values: Attribute[] };
};

export type Attribute = { key: string; value: AnyValue };

/** Without those that are null or undefined: what nobody knows is left out. Whole numbers are integers. */
export function attributes(values: Readonly<Record<string, unknown>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

/** Of those that the conventions or we have as floating point, 1 too. */
export function doubles(values: Readonly<Record<string, number | null | undefined>>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: { doubleValue: value } }],
  );
}

function anyValue(value: unknown): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (value === null || typeof value !== 'object') return {};
  const values = Object.entries(value).map(([key, each]) => ({ key, value: anyValue(each) }));
  return { kvlistValue: { values } };
}
