type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** Without the fields that are null: a format says what is unknown by leaving it out. */
export function known<Fields extends object>(fields: Fields): Known<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Known<Fields>; // the same names, by the filter alone
}

/** Null in place of an object that says nothing. */
export function knownOrNull<Fields extends object>(fields: Fields): Known<Fields> | null {
  const of = known(fields);
  return Object.keys(of).length > 0 ? of : null;
}
