import { html } from 'hono/html';
import type { Random } from '../../../harness/web/host-handler.ts';
import { saved } from '../host/sheet.ts';
import { defineExercise, type Visit } from './exercise.ts';

type Bill = { number: number; payer: string; state: string; cents: number };
export type FilterAndSum = { bills: Bill[]; payer: string };

const payers = ['Bakery', 'Library', 'Museum', 'Theatre', 'Workshop'];
export const perPage = 8;

/** A paged table with filters and sorting. No page shows the sum of the rows that two filters leave. */
export const filterAndSum = defineExercise<FilterAndSum>({
  id: 'filter-and-sum',
  title: 'Bills',
  draw: (random) => {
    const payer = random.pick(payers);
    const bills = [
      ...some(random, random.int(18, 30), [payer], ['open']),
      ...some(random, 6, [payer], ['paid']),
      ...some(
        random,
        40,
        payers.filter((each) => each !== payer),
        ['open', 'paid'],
      ),
    ];
    return {
      bills: random.sample(bills, bills.length).map((bill, index) => ({ ...bill, number: 2001 + index })),
      payer,
    };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.path === '' && visit.method === 'GET') return page(drawn.bills, visit);
    if (visit.path !== 'total' || visit.method !== 'POST') return undefined;
    const total = Number((visit.form.get('total') ?? '').replace(/[€,\s]/g, ''));
    if (!(total > 0)) return saved('That is not an amount.');
    bench.record({ cents: Math.round(total * 100) });
    return saved('The total is saved.');
  },
});

function some(random: Random, count: number, of: readonly string[], states: readonly string[]) {
  return Array.from({ length: count }, () => ({
    payer: random.pick(of),
    state: random.pick(states),
    cents: random.int(400, 39_000),
  }));
}

/** In euros, as printed in the table. */
export const euros = (cents: number) => (cents / 100).toFixed(2);

const page = (bills: readonly Bill[], { query }: Visit) => {
  const payer = query.get('payer') ?? '';
  const state = query.get('state') ?? '';
  const byAmount = query.get('order') === 'amount';
  const left = bills.filter((each) => ['', each.payer].includes(payer) && ['', each.state].includes(state));
  const ordered = byAmount ? left.toSorted((a, b) => b.cents - a.cents) : left;
  const pages = Math.max(1, Math.ceil(ordered.length / perPage));
  const at = Math.min(pages, Math.max(1, Number(query.get('page') ?? 1) || 1));
  const link = (to: number, order: string) =>
    `?${new URLSearchParams({ payer, state, order, page: `${to}` })}`;
  const order = byAmount ? 'amount' : 'number';
  const option = (value: string, chosen: string) =>
    html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${value || 'all'}</option>`;
  return html`<form><label>Payer <select name="payer">${['', ...payers].map((each) => option(each, payer))}</select></label>
<label>State <select name="state">${['', 'open', 'paid'].map((each) => option(each, state))}</select></label>
<button>Show</button></form>
<table style="margin-top: 1rem"><thead><tr><th scope="col"><a href="${link(1, 'number')}">Number</a></th><th scope="col">Payer</th><th scope="col">State</th><th scope="col"><a href="${link(1, 'amount')}">Amount in €</a></th></tr></thead>
<tbody>${ordered.slice((at - 1) * perPage, at * perPage).map((each) => html`<tr><td>${each.number}</td><td>${each.payer}</td><td>${each.state}</td><td style="text-align: right">${euros(each.cents)}</td></tr>`)}</tbody></table>
<p>Page ${at} of ${pages} ${at > 1 ? html`<a href="${link(at - 1, order)}">Previous</a>` : ''} ${at < pages ? html`<a href="${link(at + 1, order)}">Next</a>` : ''}</p>
<form method="post" action="total"><label>Total in € <input name="total" autocomplete="off"></label> <button>Save</button></form>`;
};
