/** Euro cents as a price: `€1,041.80`. */
export function euros(cents: number): string {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}€${whole}.${rest}`;
}

/** The euro cents of a typed amount: `49`, `49.5` or `1,049.50`; null if it is not an amount. */
export function centsOf(typed: string): number | null {
  const plain = typed.trim().replace(/^€\s*/, '').replaceAll(',', '');
  return /^\d{1,6}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}
