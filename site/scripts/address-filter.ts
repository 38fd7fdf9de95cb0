/**
 * A form of words (`q`), selects and chips whose state is in the address: `?q=` words that must all be found, and one
 * parameter for each select or group of chips, one of whose values must be the `data-` attribute of that name:
 * `?server=one+two`.
 */
export type Fits = (data: DOMStringMap, textOf: () => string) => boolean;

export function addressState(): URLSearchParams {
  return new URLSearchParams(location.search);
}

/** Writes one parameter to the address; an empty value removes it. */
export function setAddress(name: string, value: string): void {
  const asked = addressState();
  if (value === '') asked.delete(name);
  else asked.set(name, value);
  const query = asked.toString();
  history.replaceState(
    null,
    '',
    query === '' ? `${location.pathname}${location.hash}` : `?${query}${location.hash}`,
  );
}

/** Calls `show` after each change of the form and each step back; the first call is the caller's. */
export function onFilter(form: HTMLFormElement | null, show: () => void): void {
  form?.addEventListener('submit', (event) => event.preventDefault());
  form?.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'checkbox')
      setAddress(target.name, checkedOf(form, target.name).join(' '));
    else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
      setAddress(target.name, target.value);
    show();
  });
  addEventListener('popstate', show);
}

/** Sets the fields of the form as the address has them, and returns the test that the address asks for. */
export function filterOfAddress(form: HTMLFormElement | null): Fits {
  const asked = addressState();
  const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const selects = form ? [...form.querySelectorAll('select')] : [];
  const search = form?.querySelector<HTMLInputElement>('input[name=q]');
  if (search && search.value !== (asked.get('q') ?? '')) search.value = asked.get('q') ?? '';
  for (const select of selects) select.value = asked.get(select.name) ?? '';
  const chips = chipsOf(form);
  const wantedOf = (name: string) => (asked.get(name) ?? '').split(' ').filter(Boolean);
  for (const chip of chips) chip.checked = wantedOf(chip.name).includes(chip.value);
  const wanted = [...new Set([...selects, ...chips].map(({ name }) => name))]
    .map((name) => ({ name, values: wantedOf(name) }))
    .filter(({ values }) => values.length > 0);
  return (data, textOf) =>
    wanted.every(({ name, values }) => values.includes(data[name] ?? '')) &&
    (words.length === 0 || words.every((word) => textOf().includes(word)));
}

/** Says how many of all are shown, in the status of the form; nothing if all are. */
export function sayShown(form: HTMLFormElement | null, shown: number, all: number): void {
  const status = form?.querySelector('[role=status]');
  if (status) status.textContent = shown === all ? '' : `${shown} of ${all} rows`;
}

function chipsOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])];
}

function checkedOf(form: HTMLFormElement, name: string): string[] {
  return chipsOf(form).flatMap((chip) => (chip.name === name && chip.checked ? chip.value : []));
}
