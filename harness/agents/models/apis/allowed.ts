import { type Allowed, type Faults, Json, listOf, objectOf } from './api.ts';

/** The set of words of a text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Fields that make a vendor search, fetch, run code, remember, or ask another model. */
const vendorRun =
  /search|plugin|mcp|container|exec|context$|brows|ground|background|^models$|fallback|^prompt$|conversation|cached|thread|file|retriev|agent|advisor|live|^tools$/i;

/** Values that have no effect. */
function isEmpty(value: unknown): boolean {
  return value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The body without unknown fields that have no effect, and the faults of the rest. */
export function readBody(body: Json, { fields, look }: Allowed): { body: Json; faults: Faults } {
  const faults: Faults = { serverTools: [], others: [] };
  const left = Object.entries(body).filter(([name, value]) => {
    if (fields.has(name)) return value !== null;
    if (!isEmpty(value)) unknown(name, name, fields, faults);
    return false;
  });
  const kept = Object.fromEntries(left);
  const { model, speed, service_tier: tier = kept.serviceTier, prompt_cache_options: cache } = kept;
  if (typeof model === 'string' && /:online\b/i.test(model)) faults.serverTools.push(model);
  only('speed', speed, /^standard$/, 'standard', faults);
  only(
    'service_tier',
    tier,
    /^(auto|default|standard|standard_only|on_demand)$/i,
    'the standard tier',
    faults,
  );
  only('prompt_cache_options.ttl', objectOf(cache).ttl, /^30m$/, '30m', faults);
  look(kept, faults);
  return { body: kept, faults };
}

function unknown(name: string, where: string, allowed: ReadonlySet<string>, faults: Faults): void {
  if (vendorRun.test(name)) faults.serverTools.push(where);
  else faults.others.push(`${where}: got a field that is not passed on; expected ${[...allowed].join(', ')}`);
}

/** Rejects a value outside of `allowed`, because it has another price or another kind; a missing value is fine. */
export function only(where: string, value: unknown, allowed: RegExp, words: string, faults: Faults): void {
  const values = Array.isArray(value) ? value : [value];
  for (const each of values)
    if (each !== undefined && each !== null && !(typeof each === 'string' && allowed.test(each)))
      faults.others.push(`${where}: got ${JSON.stringify(each).slice(0, 80)}; expected ${words}`);
}

/** Visits each object of a list; anything else is a fault. */
export function each(where: string, list: unknown, faults: Faults, look: (one: Json, where: string) => void) {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) return void faults.others.push(`${where}: got another value; expected a list`);
  for (const [index, one] of list.entries()) {
    const { data } = Json.safeParse(one);
    if (data) look(data, `${where}[${index}]`);
    else faults.others.push(`${where}[${index}]: got another value; expected an object`);
  }
}

/** Visits each object of content, which is a text or a list. */
export function eachPart(
  where: string,
  content: unknown,
  faults: Faults,
  look: (one: Json, at: string) => void,
) {
  if (typeof content !== 'string') each(where, content, faults, look);
}

/** Checks the fields of an object within the body. */
export function onlyFields(where: string, object: Json, allowed: ReadonlySet<string>, faults: Faults): void {
  for (const [name, value] of Object.entries(object))
    if (!allowed.has(name) && !isEmpty(value)) unknown(name, `${where}.${name}`, allowed, faults);
}

/** Whether the type is one of these; any other type counts as a tool at the vendor. */
export function onlyTypes(where: string, type: unknown, allowed: RegExp, faults: Faults): boolean {
  if (typeof type === 'string' && allowed.test(type)) return true;
  faults.serverTools.push(typeof type === 'string' ? type : `${where}.type`);
  return false;
}

/** Accepts a picture or document only with its bytes in the request, because the vendor would fetch a URL. */
export function onlyData(where: string, url: unknown, faults: Faults): void {
  if (typeof url !== 'string' || !/^data:[\w/.+-]+;base64,/i.test(url))
    faults.serverTools.push(`${where} by URL`);
}

/** The allowed tool choices; a type here is the type of a tool. */
const choices = /^(auto|any|tool|none|required|function|custom|allowed_tools|apply_patch|shell)$/;

export function onlyChoice(where: string, choice: unknown, faults: Faults): void {
  if (choice === undefined || typeof choice === 'string') return;
  const { type = 'function', ...rest } = objectOf(choice);
  onlyTypes(where, type, choices, faults);
  for (const { type: of = 'function' } of listOf(rest.tools ?? objectOf(rest.allowed_tools).tools))
    onlyTypes(`${where}.tools`, of, choices, faults);
}
