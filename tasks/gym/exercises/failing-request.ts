import { html } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type FailingRequest = { invoice: string; invoices: string[]; amounts: number[]; isTaken: boolean };

/** The first payment of an invoice gets an error response. Only the list of payments shows whether it went through. */
export const failingRequest = defineExercise<FailingRequest>({
  id: 'failing-request',
  title: 'Invoices',
  draw: (random) => {
    const invoices = random
      .sample(
        Array.from({ length: 900 }, (_, index) => 100 + index),
        4,
      )
      .map((number) => `F-${number}`);
    return {
      invoices,
      amounts: invoices.map(() => random.int(20, 400)),
      invoice: random.pick(invoices),
      isTaken: random.chance(0.5),
    };
  },
  open: (drawn, bench) => {
    const asked = new Set<string>();
    const paid: string[] = [];
    return ({ method, path, form }) => {
      if (path === '') return list(drawn);
      if (path === 'payments') return payments(paid);
      if (path !== 'pay' || method !== 'POST') return undefined;
      const invoice = form.get('invoice') ?? '';
      const isFirst = !asked.has(invoice);
      asked.add(invoice);
      if (!isFirst || drawn.isTaken) {
        paid.push(invoice);
        bench.record({ invoice });
      }
      return isFirst ? new Response(null, { status: 503 }) : Response.json({ paid: invoice });
    };
  },
});

const list = ({ invoices, amounts }: FailingRequest) => html`<table>
<thead><tr><th>Invoice</th><th>Amount</th><th></th></tr></thead>
<tbody>${invoices.map((invoice, index) => html`<tr><td>${invoice}</td><td>${amounts[index]} EUR</td><td><button type="button" data-invoice="${invoice}">Pay ${invoice}</button></td></tr>`)}</tbody>
</table>
<p role="status"></p>
<p><a href="payments">Payments that were taken</a></p>
<script type="module">
const { byHand } = window;
for (const button of document.querySelectorAll('[data-invoice]')) {
  const { invoice } = button.dataset;
  byHand(button, 'click', async (_, post) => {
    const { ok } = await post('pay', { invoice });
    document.querySelector('[role=status]').textContent = ok ? invoice + ' is paid.' : ${inScript('Nothing came back. It is not known whether the payment was taken.')};
  });
}
</script>`;

const payments = (paid: readonly string[]) => html`${
  paid.length === 0
    ? html`<p>None was taken yet.</p>`
    : html`<ul>${paid.map((invoice) => html`<li>${invoice} was taken</li>`)}</ul>`
}
<p><a href="./">Invoices</a></p>`;
