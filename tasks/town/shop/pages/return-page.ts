import { html } from 'hono/html';
import { lastDayForReturns, returnOf } from '../ledger/change-order.ts';
import type { Order } from '../state/rows.ts';
import type { Form, Shop } from '../visit.ts';
import { longDate } from '../words/dates.ts';
import { euros } from '../words/money.ts';
import { choices, type Faults, faultList, field } from './field.ts';
import type { Markup } from './layout.ts';

export const reasons = [
  'Too small',
  'Too large',
  'Damaged',
  'Wrong article',
  'Not as described',
  'Arrived too late',
  'Changed my mind',
] as const;
export const outcomes = ['Refund', 'Exchange', 'Voucher'] as const;

/** The form that requests the return of articles of an order. */
export function returnPage(shop: Shop, order: Order, form: Form | null, faults: Faults): Markup {
  const open = order.lines.filter(({ sku }) => !returnOf(shop, order, sku));
  if (open.length === 0)
    return html`<p>All of this order is on its way back already.</p><p><a href="/orders/${order.id}">Back to order ${order.id}</a></p>`;
  return html`${faultList(faults)}
<p>Order ${order.id}${order.deliveredOn && `, delivered on ${longDate(order.deliveredOn)}. Things can be returned until ${longDate(lastDayForReturns(order.deliveredOn))}`}.</p>
<form method="post" action="/orders/${order.id}/return" data-once>
<div id="lines">${open.map(({ sku, name, options, qty, price }) => {
    const pick = (part: string, label: string, list: readonly string[], first: string) => {
      const id = `${part}-${sku}`;
      const chosen = form?.text(id) ?? '';
      return html`<div class="field"><label for="${id}">${label}<span class="hidden"> of ${name}, ${options}</span></label>
${faults[id] && html`<p class="fault" id="${id}-fault">${faults[id]}</p>`}
<select id="${id}" name="${id}"${faults[id] && html` aria-invalid="true" aria-describedby="${id}-fault"`}>${first && html`<option value="">${first}</option>`}${list.map((value) => html`<option${value === chosen && html` selected`}>${value}</option>`)}</select></div>`;
    };
    return html`<fieldset class="back"><legend>${name}, ${options}</legend>
<p class="soft">${qty} × ${euros(price)}, article ${sku}</p>
<label class="choice"><input type="checkbox" name="sku" value="${sku}"${form?.all('sku').includes(sku) && html` checked`}> <span>Return this</span></label>
<div class="pair">${pick(
      'qty',
      'How many',
      Array.from({ length: qty }, (_, index) => String(index + 1)),
      '',
    )}
${pick('reason', 'Reason', reasons, 'Choose a reason')}</div></fieldset>`;
  })}</div>
${choices(faults, { name: 'wants', legend: 'What would you like?', value: form?.text('wants') ?? '', list: outcomes.map((value) => ({ value, words: value })) })}
${field(faults, { name: 'comment', label: 'Anything else?', value: form?.text('comment') ?? '', optional: true, rows: 3 })}
<p class="actions"><button class="main">Request return</button> <a href="/orders/${order.id}">Back to order</a></p></form>`;
}
