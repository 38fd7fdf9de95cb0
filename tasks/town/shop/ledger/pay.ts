import type { Faults } from '../pages/field.ts';
import type { Card } from '../state/rows.ts';
import type { Form } from '../visit.ts';

/** Test numbers documented by Stripe (docs.stripe.com/testing): no real card has them. */
export const testCards: Readonly<Record<string, string | null>> = {
  '4242424242424242': null,
  '5555555555554444': null,
  '4000000000000002': 'The card was declined. Choose another way to pay.',
  '4000000000009995': 'There is not enough money on this card. Choose another way to pay.',
  '4000000000000069': 'This card has expired. Choose another way to pay.',
};

export type Payment = { words: string } | { faults: Faults };

/** The payment in words, from the fields `payment`, `card`, `holder`, `expires`, `cvc`. */
export function paymentOf(form: Form, cards: readonly Card[], today: string): Payment {
  const way = form.text('payment');
  if (way === 'invoice') return { words: 'Invoice' };
  const saved = cards.find(({ id }) => id === way);
  if (saved) return { words: `Card ending in ${saved.lastFour}` };
  if (way !== 'new') return { faults: { payment: 'Choose how you want to pay.' } };
  const number = form.text('card').replace(/[\s-]/g, '');
  const refused = Object.hasOwn(testCards, number) ? testCards[number] : undefined;
  const faults: Faults = {
    ...(!/^\d{12,19}$/.test(number) && { card: 'Type the number of the card, 12 to 19 figures.' }),
    ...(/^\d{12,19}$/.test(number) &&
      refused === undefined && { card: 'We take test cards only. The page on payment lists them.' }),
    ...(refused && { card: refused }),
    ...(!form.text('holder') && { holder: 'Type the name that is on the card.' }),
    ...expiryFault(form.text('expires'), today),
    ...(!/^\d{3}$/.test(form.text('cvc')) && { cvc: 'Type the 3 figures on the back of the card.' }),
  };
  return Object.keys(faults).length > 0 ? { faults } : { words: `Card ending in ${number.slice(-4)}` };
}

function expiryFault(typed: string, today: string): Faults {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(typed) ?? [];
  if (!month) return { expires: 'Type month and year, as in 08/33.' };
  return `20${year}-${month}` < today.slice(0, 7) ? { expires: 'This card has expired.' } : {};
}
